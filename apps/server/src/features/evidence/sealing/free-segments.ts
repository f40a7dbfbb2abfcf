import type { Query } from '../../../db/database.ts';
import { removeSegment } from '../../recording/index.ts';
import type { SealingDependencies } from './seal-recording.ts';

interface ClosedSegment {
  readonly segment: string;
  readonly frames: number;
}

const MOST_AT_ONCE = 20;

const CLOSED_SEGMENTS = 'select segment, frames from recording_segments where closed_at is not null order by closed_at';

/** How many chunks of these files stand in an object that the log speaks for. */
const SEALED_CHUNKS = `
select c.segment, count(*)::integer as chunks from recording_chunks c
join evidence_objects o on o.shard = c.shard and o.trace = c.trace and o.addendum = c.addendum and o.step = 'sealed'
where c.segment = any ($1::text[]) group by c.segment`;

const OBJECTS_OF_SEGMENT = `
select distinct o.name, o.sha256 from recording_chunks c
join evidence_objects o on o.shard = c.shard and o.trace = c.trace and o.addendum = c.addendum
where c.segment = $1`;

/**
 * Gives back the space of segments that are not needed any more: every one of their chunks is in an object whose checksum the
 * store has just told again. Answers how many files are gone.
 */
export async function freeSegments(deps: SealingDependencies): Promise<number> {
  const { query } = deps.database;
  let freed = 0;
  for (const segment of await sealedSegments(query)) {
    if (!(await areStored(deps, segment))) continue;
    await removeSegment(query, deps.recordings.folder, segment);
    await query(`update log_captures set hashes = null where segment = $1`, [segment]);
    freed += 1;
  }
  return freed;
}

/** The oldest closed files of which every chunk is sealed. */
async function sealedSegments(query: Query): Promise<string[]> {
  const closed = await query<ClosedSegment>(CLOSED_SEGMENTS, []);
  const sealed: string[] = [];
  for (let at = 0; at < closed.length && sealed.length < MOST_AT_ONCE; at += MOST_AT_ONCE) {
    const some = closed.slice(at, at + MOST_AT_ONCE);
    const counted = await query<{ segment: string; chunks: number }>(SEALED_CHUNKS, [
      some.map(({ segment }) => segment),
    ]);
    const chunks = new Map(counted.map((row) => [row.segment, row.chunks]));
    sealed.push(
      ...some.filter(({ segment, frames }) => (chunks.get(segment) ?? 0) === frames).map(({ segment }) => segment),
    );
  }
  return sealed.slice(0, MOST_AT_ONCE);
}

async function areStored({ database, store, log }: SealingDependencies, segment: string): Promise<boolean> {
  const objects = await database.query<{ name: string; sha256: Buffer }>(OBJECTS_OF_SEGMENT, [segment]);
  for (const { name, sha256 } of objects) {
    const state = await store.state(name);
    if (state?.sha256 === sha256.toString('hex')) continue;
    log.error({ object: name }, 'a sealed recording is not in the store as it was; its segment is kept');
    return false;
  }
  return true;
}
