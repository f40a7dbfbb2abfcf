import type { Query } from '../../db/database.ts';

/** Whether somebody says so of a refund, and nobody has refused or recorded it yet. */
export async function isAsked(
  query: Query,
  { shard, id }: { readonly shard: number; readonly id: bigint },
  nowMs: number,
): Promise<boolean> {
  const rows = await query(
    `select 1 from hand_payout_requests h left join staff_approvals a on a.id = h.approval_id
     where h.shard = $1 and h.refund_id = $2
       and (h.state = 'agreed' or (h.state = 'asked' and a.status = 'waiting' and a.expires_at > $3)) limit 1`,
    [shard, id, new Date(nowMs)],
  );
  return rows.length > 0;
}

/** Why the newest of a refund's that was agreed to was not recorded; null: none, or it was. */
export async function handPayoutProblem(
  query: Query,
  { shard, id }: { readonly shard: number; readonly id: bigint },
): Promise<string | null> {
  const [row] = await query<{ problem: string }>(
    'select problem from hand_payout_requests where shard = $1 and refund_id = $2 order by id desc limit 1',
    [shard, id],
  );
  return row?.problem ? row.problem : null;
}
