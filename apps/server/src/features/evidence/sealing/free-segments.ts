import { removeSegment } from '../../recording/index.ts';
import type { SealingDependencies } from './seal-recording.ts';

interface SealedSegment {
  readonly segment: string;
}

const MOST_AT_ONCE = 20;

/** Closed files of which every chunk stands in an object that the log speaks for. */
const SEALED_SEGMENTS = `
select s.segment from recording_segments s
where s.closed_at is not null and s.frames = (
  select count(*) from recording_chunks c
  join evidence_objects o on o.shard = c.shard and o.trace = c.trace and o.addendum = c.addendum and o.step = 'sealed'
  where c.segment = s.segment)
order by s.closed_at limit $1`;

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
  for (const { segment } of await query<SealedSegment>(SEALED_SEGMENTS, [MOST_AT_ONCE])) {
    if (!(await areStored(deps, segment))) continue;
    await removeSegment(query, deps.recordings.folder, segment);
    await query(`update log_captures set hashes = null where segment = $1`, [segment]);
    freed += 1;
  }
  return freed;
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
