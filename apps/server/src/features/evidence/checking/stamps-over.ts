import type { ArchiveEvidence, SealedEvidence, StampEvidence } from '@huimin/evidence/verify';
import type { Query } from '../../../db/database.ts';
import type { LogProofs } from './log-proofs.ts';

interface FoundRow {
  readonly authority: number;
  readonly due_at: Date | number;
  readonly checkpoint: number;
  readonly size: bigint;
  readonly day: string;
}

/** With the name that its files have in a package. */
interface StampRow extends FoundRow {
  readonly name: string;
}

interface Found {
  readonly stamps: StampEvidence[];
  readonly archives: ArchiveEvidence[];
}

interface StampContent {
  readonly checkpoint: string;
  readonly reply: Buffer;
  readonly certificates: string;
}

/** Stamps of one authority in the order of their checkpoints. `reach` never falls: the largest tree stamped so far. */
interface Row {
  readonly stamps: readonly StampRow[];
  readonly reach: readonly number[];
}

/** Of stamps and archives themselves so many are at hand: those of some days, as recordings are looked at in their order. */
const MOST_AT_HAND = 512;

/** The stamps over a log, of which each entry needs the first that covers it. */
export class StampsOver {
  readonly #query: Query;
  readonly #proofs: LogProofs;
  #rows: Promise<readonly Row[]> | null = null;
  readonly #stamps = new Map<string, Promise<StampEvidence>>();
  readonly #archives = new Map<string, Promise<readonly ArchiveEvidence[]>>();
  /** Recordings are looked at in their order: the next one has mostly the same stamps over it. */
  #last: { readonly rows: readonly StampRow[]; readonly found: Found } | null = null;

  constructor(query: Query, proofs: LogProofs) {
    this.#query = query;
    this.#proofs = proofs;
  }

  /** For each object the first stamp of each authority that covers it, and what was stamped over those later. */
  async of(objects: readonly SealedEvidence[]): Promise<Found> {
    this.#rows ??= this.#read();
    const over = new Set<StampRow>();
    for (const row of await this.#rows) {
      for (const { proof } of objects) {
        const stamp = proof && firstOver(row, proof.index);
        if (stamp) over.add(stamp);
      }
    }
    const rows = [...over];
    const last = this.#last;
    if (last?.rows.length === rows.length && last.rows.every((row, at) => row === rows[at])) return last.found;
    const stamps = rows.map((row) => remembered(this.#stamps, row.name, () => this.#stamp(row)));
    const days = new Set(rows.map(({ day }) => day));
    const archives = [...days].map((day) => remembered(this.#archives, day, () => this.#archivesOf(day)));
    const found = { stamps: await Promise.all(stamps), archives: (await Promise.all(archives)).flat() };
    this.#last = { rows, found };
    return found;
  }

  async #read(): Promise<readonly Row[]> {
    const found = await this.#query<FoundRow>(
      `select s.authority, s.due_at, s.checkpoint, c.size, (s.stamped_at at time zone 'Asia/Shanghai')::date::text as day
       from log_stamps s join log_checkpoints c on c.number = s.checkpoint
       where c.size <= $1 order by s.authority, c.number, s.stamped_at`,
      [this.#proofs.size],
    );
    const rows = found.map((row) => ({ ...row, name: nameOf(row) }));
    return [...Map.groupBy(rows, ({ authority }) => authority).values()].map((stamps) => {
      let most = 0;
      return {
        stamps,
        reach: stamps.map(({ size }) => {
          most = Math.max(most, Number(size));
          return most;
        }),
      };
    });
  }

  async #stamp({ name, authority, due_at: due, size }: StampRow): Promise<StampEvidence> {
    const [row] = await this.#query<StampContent>(
      `select c.checkpoint, s.reply, s.certificates from log_stamps s join log_checkpoints c on c.number = s.checkpoint
       where s.authority = $1 and s.due_at = $2`,
      [authority, new Date(due)],
    );
    if (!row) throw new Error(`stamp ${name} is gone`);
    const { reply, certificates } = row;
    const consistency = await this.#proofs.consistency(Number(size));
    return { name, reply, checkpoint: Buffer.from(row.checkpoint), consistency, certificates };
  }

  #archivesOf(day: string): Promise<ArchiveEvidence[]> {
    return this.#query<ArchiveEvidence>(
      `select day || '-' || generation as name, list, reply, certificates from log_archives where day = $1
       order by generation`,
      [day],
    );
  }
}

function firstOver({ stamps, reach }: Row, index: number): StampRow | undefined {
  let [from, to] = [0, stamps.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((reach[middle] as number) > index) to = middle;
    else from = middle + 1;
  }
  return stamps[from];
}

const nameOf = ({ authority, due_at: due }: FoundRow): string =>
  `${authority}-${new Date(due).toISOString().replace(/[:.]/g, '')}`;

function remembered<T>(known: Map<string, T>, name: string, make: () => T): T {
  const found = known.get(name);
  if (found !== undefined) return found;
  if (known.size >= MOST_AT_HAND) known.clear();
  const made = make();
  known.set(name, made);
  return made;
}
