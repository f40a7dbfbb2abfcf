import type { Query } from '../../../db/database.ts';
import { raiseAlert } from '../../payment/index.ts';
import type { Comparison } from './difference-store.ts';

/** Tells operators of what a comparison opened. */
export function tellOpened(
  query: Query,
  { editionCode, runId }: Comparison,
  { latestDay, opened }: { readonly latestDay: string; readonly opened: number },
  nowMs: number,
): Promise<void> {
  const details = { edition: editionCode, latestDay, opened };
  const subject = `${editionCode} ${runId}`;
  return raiseAlert(query, { kind: 'issue-difference', subject, orderId: null, shard: null, details }, nowMs);
}

/** What was told of an edition ends by itself once nothing of it is open, whoever or whatever settled the last. */
export async function endWhenSettled(query: Query, editionCode: string, nowMs: number): Promise<void> {
  await query(
    `update operator_alerts set resolved_at = $2, note = '出单差都结清了，提醒自动消掉'
     where kind = 'issue-difference' and details->>'edition' = $1 and resolved_at is null
       and not exists (select from issue_differences where edition_code = $1 and state = 'open')`,
    [editionCode, new Date(nowMs)],
  );
}
