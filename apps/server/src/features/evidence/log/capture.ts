import { leafHash, MerkleTree } from '@huimin/evidence/merkle';
import type { Query } from '../../../db/database.ts';
import { chunksOfSegment } from '../../recording/index.ts';
import type { EvidenceLog } from './evidence-log.ts';

const AT_MOST_EVERY_MS = 45_000;
const MOST_AT_ONCE = 20_000;
const MOST_SEGMENTS = 500;
/** Chunks of a file that was closed reach the index a little later. */
const INDEXED_WITHIN_MS = 300_000;

/** Under which key the log knows what was captured of a segment from a frame on. */
export const captureKey = (segment: string, from: number): string => `capture/${segment}/${from}`;

/** The same the other way; null for the key of anything else. */
export function captureOfKey(key: string): { readonly segment: string; readonly from: number } | null {
  const [kind, segment = '', from = ''] = key.split('/');
  return kind === 'capture' ? { segment, from: Number(from) } : null;
}

/**
 * Publishes what came into each segment since the last time: the root over the hashes of its chunks, in the order of the
 * frames. It goes by the index, which knows a chunk only once it is on the disk, so that after a crash it goes on with what
 * the next start found in the file. Any server may do it for any segment; of two at once one has no effect.
 */
export async function captureNew(log: EvidenceLog): Promise<number> {
  const { database, clock } = log;
  const now = clock.now();
  let captured = 0;
  for (const { segment, isOver, next } of await uncapturedSegments(database.query, now)) {
    // A frame that is not there yet is waited for; long after nobody writes to the file it is damaged and left out.
    const from = isOver ? await nextKnown(database.query, segment, next) : next;
    const run = await chunksOfSegment(database.query, segment, from, MOST_AT_ONCE);
    if (run.length === 0) continue;
    const hashes = run.map(({ sha256 }) => sha256);
    const root = Buffer.from(new MerkleTree(hashes.map(leafHash)).root());
    const entry = { type: 'capture', server: segment.slice(0, segment.indexOf('-')), segment, from } as const;
    captured += await database.transaction(async (query) => {
      const made = await query(
        `insert into log_captures (segment, from_frame, frames, root, hashes, captured_at)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning 1 as made`,
        [segment, from, run.length, root, Buffer.concat(hashes), new Date(now)],
      );
      if (made.length === 0) return 0;
      await log.append(query, captureKey(segment, from), { ...entry, count: run.length, root: root.toString('hex') });
      return run.length;
    });
  }
  return captured;
}

interface Uncaptured {
  readonly segment: string;
  readonly isOver: boolean;
  /** The first frame that is in no capture. */
  readonly next: number;
}

function uncapturedSegments(query: Query, nowMs: number): Promise<Uncaptured[]> {
  return query<Uncaptured>(
    `select s.segment, coalesce(s.closed_at < $2, false) as "isOver", coalesce(c.next, 0) as next
     from recording_segments s
     left join (select segment, max(from_frame + frames) as next, max(captured_at) as at from log_captures group by segment) c
       on c.segment = s.segment
     where (s.closed_at is null or coalesce(c.next, 0) < s.frames) and (c.at is null or c.at <= $1)
     order by s.opened_at limit $3`,
    [new Date(nowMs - AT_MOST_EVERY_MS), new Date(nowMs - INDEXED_WITHIN_MS), MOST_SEGMENTS],
  );
}

async function nextKnown(query: Query, segment: string, from: number): Promise<number> {
  const [row] = await query<{ frame: number | null }>(
    `select min(frame) as frame from recording_chunks where segment = $1 and frame >= $2`,
    [segment, from],
  );
  return row?.frame ?? from;
}
