import type { Core } from '../../core.ts';
import { type BuiltFolder, builtFiles } from './built-files.ts';

/** A page may stay open, or lie in a browser, for as long after the last server of its release has ended. */
const KEPT_MS = 60 * 24 * 60 * 60 * 1000;
/** How often a server says that it still shows its files. */
const SAID_EVERY_MS = 60 * 60 * 1000;
/** Of files that others made: while a release is rolled out, half of the visitors ask the other servers for each. */
const REMEMBERED_BYTES = 8 * 1024 * 1024;
/** Whoever guesses names asks the database once for each, and not again for a while. */
const ABSENT = { most: 1_000, forMs: 5_000 } as const;

export interface ReleasedFiles {
  /** Keeps this server's own files for the others; answers how many nobody had kept before. */
  keep(): Promise<number>;
  /** Says that this server's files are still shown, and drops those that no server has shown for long; answers how many. */
  tidy(): Promise<number>;
  /** A file of another release by its path, compressed by brotli; null when no server has it. */
  find(path: string): Promise<Buffer | null>;
}

/**
 * Behind a balancer the page may come from a server of one release and its files be asked of another's, both ways, as long
 * as a release is rolled out; and pages stay open longer than that. So every server keeps what it shows where all find it.
 */
export function createReleasedFiles(
  { database, clock, log }: Pick<Core, 'database' | 'clock' | 'log'>,
  folders: readonly BuiltFolder[],
): ReleasedFiles {
  const remembered = new Map<string, Promise<Buffer | null>>();
  const absentUntilMs = new Map<string, number>();
  let rememberedBytes = 0;

  async function read(path: string): Promise<Buffer | null> {
    const [row] = await database.query<{ br: Buffer }>('select br from released_files where path = $1', [path]);
    if (row) {
      rememberedBytes += row.br.length;
      if (rememberedBytes > REMEMBERED_BYTES) {
        remembered.clear();
        rememberedBytes = row.br.length;
      }
      return row.br;
    }
    if (absentUntilMs.size >= ABSENT.most) absentUntilMs.clear();
    absentUntilMs.set(path, clock.now() + ABSENT.forMs);
    return null;
  }

  async function keepOwn(): Promise<number> {
    const files = await builtFiles(folders);
    const known = await database.query<{ path: string }>('select path from released_files where path = any($1)', [
      files.map(({ path }) => path),
    ]);
    const kept = new Set(known.map(({ path }) => path));
    const missing = files.filter(({ path }) => !kept.has(path));
    if (missing.length === 0) return 0;
    const contents = await Promise.all(missing.map((file) => file.read()));
    const added = await database.query(
      `insert into released_files (path, br, shown_at) select path, br, $3 from unnest($1::text[], $2::bytea[]) as file (path, br)
         on conflict (path) do nothing returning 1 as added`,
      [missing.map(({ path }) => path), contents, new Date(clock.now())],
    );
    return added.length;
  }

  return {
    // What others would find is not worth a server that does not start; the job tries again.
    keep: () =>
      keepOwn().catch((error: Error) => {
        log.error({ error: error.message }, 'the built files could not be kept for servers of other releases');
        return 0;
      }),
    async tidy() {
      const now = clock.now();
      const paths = (await builtFiles(folders)).map(({ path }) => path);
      await database.query('update released_files set shown_at = $2 where path = any($1) and shown_at < $3', [
        paths,
        new Date(now),
        new Date(now - SAID_EVERY_MS / 2),
      ]);
      const gone = await database.query('delete from released_files where shown_at < $1 returning 1 as gone', [
        new Date(now - KEPT_MS),
      ]);
      return gone.length;
    },
    async find(path) {
      if ((absentUntilMs.get(path) ?? 0) > clock.now()) return null;
      const known = remembered.get(path);
      if (known) return known;
      const finding = read(path);
      remembered.set(path, finding);
      // Only what was found is kept.
      finding.then(
        (found) => found === null && remembered.delete(path),
        () => remembered.delete(path),
      );
      return finding;
    },
  };
}

export function releasedFileJobs(files: ReleasedFiles) {
  return [
    {
      name: 'released-files',
      everyMs: SAID_EVERY_MS,
      ofThisServer: true,
      run: async () => (await files.keep()) + (await files.tidy()),
    },
  ];
}
