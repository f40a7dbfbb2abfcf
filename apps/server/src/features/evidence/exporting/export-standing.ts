import { RECORDING_USE } from '@huimin/domain/evidence';
import type { Query } from '../../../db/database.ts';
import type { EvidenceLog } from '../log/evidence-log.ts';
import { keptRecording } from '../retention/kept-recordings.ts';
import { manifestKey } from '../sealing/seal-recording.ts';
import { objectsOf, shardOf } from '../sealing/sealing-store.ts';

export interface PassingOn {
  /** Why nothing of it can be passed on, as a sentence; null when something can. */
  readonly whyNot: string | null;
  /** What whoever passes it on now should know. */
  readonly notes: readonly string[];
  /** A plain client sent some of it, which keeps what somebody typed in the pictures: they are not to be had masked. */
  readonly plain: boolean;
}

/**
 * Whether a recording can be passed on as it stands.
 * @param unopened why its keys do not open, as a sentence; null where they do
 * @param query of the transaction in which it is asked
 */
export async function passingOn(
  log: EvidenceLog,
  trace: string,
  unopened: string | null,
  query = log.database.query,
): Promise<PassingOn> {
  const no = (whyNot: string): PassingOn => ({ whyNot, notes: [], plain: false });
  const kept = await keptRecording(query, trace);
  const plans = (await objectsOf(query, trace)).filter(({ step }) => step === 'sealed');
  if (kept === null || plans.length === 0) {
    if (unopened !== null) return no(`还没有封存，不能导出。${unopened}`);
    return no('还没有封存，不能导出。最后一批到半小时后自动封存，封存以后再来');
  }
  if (kept.erased_at !== null || kept.erasing_at !== null) return no('已按规则销毁，内容不在了，不能导出');
  if (!RECORDING_USE[kept.state].mayBeUsed) return no(`${RECORDING_USE[kept.state].refusal}，不能导出`);
  const keys = plans.map(({ addendum }) => manifestKey(trace, addendum));
  if ((await log.published(keys, query)).size < keys.length) {
    return no('刚刚封存，还没有进入公开的存证日志，一分钟后再来');
  }
  return { whyNot: null, notes: await notesOn(query, trace, keys), plain: await hasPlain(query, trace) };
}

async function notesOn(query: Query, trace: string, keys: readonly string[]): Promise<string[]> {
  const [stamp] = await query<{ covered: bigint | null }>(
    `select max(c.size) as covered from log_stamps s join log_checkpoints c on c.number = s.checkpoint`,
  );
  const [last] = await query<{ position: bigint }>(
    `select max(position) as position from log_entries where key = any ($1)`,
    [keys],
  );
  const [late] = await query<{ waiting: number }>(
    `select count(*)::int as waiting from recording_chunks where shard = $1 and trace = $2 and addendum is null`,
    [shardOf(trace), trace],
  );
  const notes: string[] = [];
  if ((stamp?.covered ?? 0n) <= (last?.position ?? 0n)) {
    notes.push('可信时间戳还没有盖到这份记录（每半小时盖一次）。现在导出，第 7 项检查会是“不完整”');
  }
  if ((late?.waiting ?? 0) > 0) notes.push(`封存以后又到了 ${late?.waiting} 批，还没有封存，不在包里`);
  return notes;
}

async function hasPlain(query: Query, trace: string): Promise<boolean> {
  const found = await query(
    `select 1 as found from recording_chunks where shard = $1 and trace = $2 and 'plain' = any (flags) limit 1`,
    [shardOf(trace), trace],
  );
  return found.length > 0;
}
