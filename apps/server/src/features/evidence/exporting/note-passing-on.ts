import type { Query } from '../../../db/database.ts';
import type { EvidenceLog } from '../log/evidence-log.ts';
import { settleState } from '../sealing/list-row.ts';
import { shardOf } from '../sealing/sealing-store.ts';

/** What two people did with a recording: by their staff numbers. The reason is public. */
export interface Agreed {
  readonly trace: string;
  /** Of the request that was agreed to. */
  readonly approvalNo: number;
  readonly by: number;
  readonly approver: number;
  readonly reason: string;
  readonly at: number;
}

/** Somebody begins to see a recording as it was. In the transaction that allows it. */
export function noteUnmasking(log: EvidenceLog, query: Query, agreed: Agreed): Promise<void> {
  return append(log, query, 'unmask', agreed);
}

/** A recording goes out. In the transaction that says so, once for each agreement. */
export async function notePassedOn(log: EvidenceLog, query: Query, agreed: Agreed): Promise<void> {
  const shard = shardOf(agreed.trace);
  await query(
    `update evidence_recordings set exported_at = coalesce(exported_at, $3) where shard = $1 and trace = $2`,
    [shard, agreed.trace, new Date(agreed.at)],
  );
  await settleState(query, agreed.trace);
  await append(log, query, 'export', agreed);
}

function append(
  log: EvidenceLog,
  query: Query,
  type: 'export' | 'unmask',
  { trace, approvalNo, by, approver, reason, at }: Agreed,
): Promise<void> {
  const entry = { type, trace, by: String(by), approver: String(approver), reason, at };
  return log.append(query, `${type} ${trace} ${approvalNo}`, entry);
}
