import { formatDateTime } from '@huimin/domain/date';
import type { Query } from '../db/database.ts';
import { OPEN_MS, QUIET_MS } from '../features/evidence/index.ts';
import { recordingByTrace } from '../features/recording/index.ts';

/** Why there is nothing of a recording to check, and when there will be. */
export async function whyNotSealed(query: Query, trace: string, nowMs: number): Promise<string> {
  const recording = await recordingByTrace(query, trace);
  if (recording === null) return `没有记录 ${trace}`;
  const last = recording.last_received_at;
  const dueMs = last + QUIET_MS;
  const when =
    dueMs > nowMs
      ? `静默半小时后封存，最早 ${formatDateTime(dueMs)}，请那时再核验；一直有新内容的，${OPEN_MS / 3_600_000} 小时内先封一次`
      : '已经静默半小时，正等着封存；过几分钟仍是这样，请看运营后台的“任务和运行”';
  return `记录 ${trace} 还没有封存：最后一批 ${formatDateTime(last)} 收到，${when}`;
}
