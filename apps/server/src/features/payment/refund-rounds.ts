import { MOST_ROUNDS, numberOfRound, roundOfNumber } from '@huimin/domain/refund';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { REFUND_COLUMNS, type RefundRow, sentNumber } from './refund-store.ts';

/** Who sends a refund again, and why. */
export interface Decision {
  readonly by: string;
  readonly reason: string;
}

/** What sends again without a person. */
export const BY_RULE: Decision = { by: '规则', reason: '渠道关闭了退款，钱没有动，自动换单号再退' };

/**
 * The refund that a number of ours belongs to, as it is or was in that number's round; null when no refund had it.
 * `state` is that of the refund.
 */
export async function refundByNumber(
  query: Query,
  { numbers }: Pick<Core, 'numbers'>,
  number: string,
): Promise<(RefundRow & { readonly isCurrent: boolean }) | null> {
  const named = roundOfNumber(number);
  const orderId = named && numbers.orderId(named.refundNo.slice(1, -2));
  if (!named || orderId === null) return null;
  const shard = shardOfOrder(orderId);
  const [row] = await query<RefundRow>(
    `select ${REFUND_COLUMNS} from refunds where shard = $1 and order_id = $2 and refund_no = $3`,
    [shard, orderId, named.refundNo],
  );
  if (!row) return null;
  if (row.round === named.round) return { ...row, isCurrent: true };
  const [former] = await query<{ round: number; sent_at: number | null }>(
    'select round, sent_at from refund_numbers where shard = $1 and refund_id = $2 and round = $3',
    [shard, row.id, named.round],
  );
  return former ? { ...row, ...former, isCurrent: false } : null;
}

const NEXT_ROUND = `
with taken as (
  select * from refunds where shard = $1 and id = $2 and round = $3 and state = 'CLOSED' and round < $4
    and hand_asked_until is null for update
), used as (
  insert into refund_numbers (shard, refund_id, round, order_id, refund_no, outcome, provider_refund_no, sent_at,
    accepted_at, stuck_at, replaced_at, replaced_by, reason)
  select shard, id, round, order_id, $5, 'CLOSED', provider_refund_no, sent_at, accepted_at, stuck_at, $6, $7, $8
  from taken
)
update refunds r set round = r.round + 1, round_at = $6, state = 'CREATED', provider_refund_no = null, sent_at = null,
  accepted_at = null, stuck_at = null, refusal = null, tries = 0, next_try_at = $6, lease_until = null
from taken t where r.shard = t.shard and r.id = t.id
returning r.round`;

/**
 * Ends the round of a refund that its provider closed, and begins the next one under a new number. Answers the number
 * that follows this round's, whoever began it; null when nothing does: of a refund that is held for a payment by hand too.
 */
export async function beginNextRound(
  query: Query,
  refund: RefundRow,
  { by, reason }: Decision,
  nowMs: number,
): Promise<string | null> {
  const began = await query(NEXT_ROUND, [
    refund.shard,
    refund.id,
    refund.round,
    MOST_ROUNDS,
    sentNumber(refund),
    new Date(nowMs),
    by,
    reason,
  ]);
  if (began.length > 0) return numberOfRound(refund.refund_no, refund.round + 1);
  const [former] = await query('select 1 from refund_numbers where shard = $1 and refund_id = $2 and round = $3', [
    refund.shard,
    refund.id,
    refund.round,
  ]);
  return former ? numberOfRound(refund.refund_no, refund.round + 1) : null;
}

/** The round that runs is given up for an older one by which the money came back. */
export async function giveUpRound(query: Query, refund: RefundRow, round: number, nowMs: number): Promise<void> {
  await query(
    `insert into refund_numbers (shard, refund_id, round, order_id, refund_no, outcome, provider_refund_no, sent_at,
       accepted_at, stuck_at, replaced_at, replaced_by, reason)
     select shard, id, round, order_id, $4, 'OPEN', provider_refund_no, sent_at, accepted_at, stuck_at, $5, $6, $7
     from refunds where shard = $1 and id = $2 and round = $3`,
    [
      refund.shard,
      refund.id,
      round,
      numberOfRound(refund.refund_no, round),
      new Date(nowMs),
      BY_RULE.by,
      '原来的单号退成了',
    ],
  );
}

/** An older round is the refund's again. */
export async function swapRound(query: Query, refund: RefundRow): Promise<void> {
  await query(
    `with former as (
       delete from refund_numbers where shard = $1 and refund_id = $2 and round = $3 returning *
     )
     update refunds r set round = f.round, provider_refund_no = f.provider_refund_no, sent_at = f.sent_at,
       accepted_at = f.accepted_at, stuck_at = null, refusal = null
     from former f where r.shard = f.shard and r.id = f.refund_id`,
    [refund.shard, refund.id, refund.round],
  );
}

const TWICE = `
insert into refund_numbers as n (shard, refund_id, round, order_id, refund_no, outcome, provider_refund_no, sent_at,
  accepted_at, stuck_at, replaced_at, replaced_by, reason, settled_at)
select shard, id, $3, order_id, $4, 'SETTLED', $5, sent_at, accepted_at, null, $7, '渠道', '退款已经完成，渠道又退了一次',
  $6
from refunds where shard = $1 and id = $2
on conflict (shard, refund_id, round) do update set outcome = 'SETTLED', settled_at = excluded.settled_at,
  provider_refund_no = excluded.provider_refund_no
where n.outcome <> 'SETTLED'
returning n.round`;

/** Money went back by a number that is not the one that settled its refund; true the first time. */
export async function noteReturnedTwice(
  query: Query,
  refund: RefundRow,
  told: { readonly providerRefundNo: string | null; readonly settledAtMs: number; readonly nowMs: number },
): Promise<boolean> {
  const rows = await query(TWICE, [
    refund.shard,
    refund.id,
    refund.round,
    sentNumber(refund),
    told.providerRefundNo,
    new Date(told.settledAtMs),
    new Date(told.nowMs),
  ]);
  return rows.length > 0;
}
