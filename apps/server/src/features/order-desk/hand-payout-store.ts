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

/** The newest payment by hand of a refund; null: nobody ever spoke of one. */
export async function newestHandPayout(
  query: Query,
  { shard, id }: { readonly shard: number; readonly id: bigint },
): Promise<number | null> {
  const [row] = await query<{ id: number | null }>(
    'select max(id) as id from hand_payout_requests where shard = $1 and refund_id = $2',
    [shard, id],
  );
  return row?.id ?? null;
}

/** Two people say of all of them that no money left. */
export async function releaseHandPayouts(
  query: Query,
  { shard, id }: { readonly shard: number; readonly id: bigint },
  nowMs: number,
): Promise<void> {
  await query(
    `update hand_payout_requests set released_at = $3
     where shard = $1 and refund_id = $2 and state in ('asked', 'failed', 'dropped') and released_at is null`,
    [shard, id, new Date(nowMs)],
  );
}
