import type { RecordingStatus } from '@huimin/domain/evidence';
import type { Query } from '../../../db/database.ts';
import { shardOf } from '../sealing/sealing-store.ts';

/** A sealed recording as the list has it. */
export interface KeptRecording {
  readonly shard: number;
  readonly trace: string;
  readonly state: RecordingStatus;
  readonly order_no: string | null;
  readonly began_at: number;
  readonly ended_at: number;
  readonly kept_class: string;
  readonly kept_until: number;
  readonly kept_rule: string;
  readonly held_at: number | null;
  readonly restricted_at: number | null;
  readonly due_at: number | null;
  readonly erasing_at: number | null;
  readonly erased_at: number | null;
  readonly refusal: string | null;
}

const COLUMNS = `shard, trace, state, order_no, began_at, ended_at, kept_class, kept_until, kept_rule, held_at, restricted_at,
  due_at, erasing_at, erased_at, refusal`;

export async function keptRecording(query: Query, trace: string): Promise<KeptRecording | null> {
  const [row] = await query<KeptRecording>(
    `select ${COLUMNS} from evidence_recordings where shard = $1 and trace = $2`,
    [shardOf(trace), trace],
  );
  return row ?? null;
}

/** Recordings whose retention is to be looked at, the longest waiting first. */
export function recordingsToLookAt(query: Query, now: Date, limit: number): Promise<KeptRecording[]> {
  return query<KeptRecording>(
    `select ${COLUMNS} from evidence_recordings where erased_at is null and look_at <= $1 order by look_at, trace limit $2`,
    [now, limit],
  );
}
