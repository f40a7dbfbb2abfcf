import type { HandRoute } from '@huimin/domain/refund';
import { isKnownLate } from '@huimin/domain/report';
import type { Database, Query } from '../../db/database.ts';
import { postOrders } from '../ledger/index.ts';
import { endCover } from '../order/index.ts';
import { raiseAlert } from './alert-store.ts';
import { takeBankReference } from './bank-references.ts';
import { giveUpRound, noteReturnedTwice, swapRound } from './refund-rounds.ts';
import { type RefundRow, type RefundState, sentNumber } from './refund-store.ts';

/** Money that a person paid back on another way than the one it came by. */
export interface HandPayout {
  readonly route: HandRoute;
  readonly reference: string;
  readonly reason: string;
  readonly by: string;
  /** Beijing day on which it was paid. */
  readonly paidOn: string;
}

export interface Settlement {
  readonly providerRefundNo: string | null;
  readonly settledAtMs: number;
  readonly nowMs: number;
  readonly hand?: HandPayout;
}

interface Standing {
  state: RefundState;
  round: number;
  by_hand: boolean;
}

/**
 * The money is back with the payer, who is told so by news of it; the attempt it came by is finished with it once all of
 * it is. The policies that were given back for it are void from this moment and their people free to be insured again.
 * The order is refunded when nothing of it is left: no policy, or no premium because it was paid after its close or no
 * cover could be given; what was paid twice has to be back twice.
 * Whichever of its numbers brings the money back first settles a refund; what comes by another one, or after a person
 * has paid, has come twice, is posted as such and told to the operators.
 * One transaction that holds the order's row, because two refunds of one order may settle at once; the ledger is in it.
 * Answers whether this settled it.
 */
export function settleRefund(database: Database, refund: RefundRow, settlement: Settlement): Promise<boolean> {
  return database.transaction(async (query) => {
    const [order] = await query<{ claim_key: Buffer; edition_code: string }>(
      'select claim_key, edition_code from orders where shard = $1 and id = $2 for update',
      [refund.shard, refund.order_id],
    );
    if (!order) throw new Error('a refund without its order');
    const [standing] = await query<Standing>(
      'select state, round, by_hand from refunds where shard = $1 and id = $2 for update',
      [refund.shard, refund.id],
    );
    if (!standing) throw new Error('a refund that is not there');
    const posted = { shard: refund.shard, orderId: refund.order_id };
    if (standing.state === 'SETTLED') {
      const isOther = standing.by_hand || standing.round !== refund.round;
      if (isOther && settlement.hand === undefined) await returnedTwice(query, refund, settlement);
      await postOrders(query, [posted], settlement.nowMs);
      return false;
    }
    if (settlement.hand && (standing.round !== refund.round || standing.state !== refund.state)) return false;
    const movement = { shard: refund.shard, sourceId: refund.id };
    if (settlement.hand && !(await takeBankReference(query, settlement.hand.reference, movement))) return false;
    if (standing.round !== refund.round) {
      await giveUpRound(query, refund, standing.round, settlement.nowMs);
      await swapRound(query, refund);
    }
    if (settlement.hand) await keepHandPayout(query, refund, settlement.hand, settlement.nowMs);
    const ended = await query<{ person_index: Buffer | null }>(SETTLE, [
      refund.shard,
      refund.id,
      settlement.providerRefundNo,
      new Date(settlement.settledAtMs),
      refund.order_id,
      refund.payment_id,
      settlement.hand !== undefined,
      isKnownLate(settlement.settledAtMs, settlement.nowMs) ? new Date(settlement.nowMs) : null,
    ]);
    await postOrders(query, [posted], settlement.nowMs);
    if (ended.length === 0) return true;
    await query(AFTER_POLICIES, [refund.shard, refund.order_id]);
    await endCover(query, {
      claimKey: order.claim_key,
      editionCode: order.edition_code,
      personIndexes: ended.flatMap((person) => person.person_index ?? []),
    });
    return true;
  });
}

async function returnedTwice(query: Query, refund: RefundRow, settlement: Settlement): Promise<void> {
  if (!(await noteReturnedTwice(query, refund, settlement))) return;
  const number = sentNumber(refund);
  await raiseAlert(
    query,
    {
      kind: 'refund-twice',
      subject: number,
      orderId: refund.order_id,
      shard: refund.shard,
      details: { refundNo: number, amountFen: refund.amount_fen },
    },
    settlement.nowMs,
  );
}

async function keepHandPayout(query: Query, refund: RefundRow, hand: HandPayout, nowMs: number): Promise<void> {
  await query(
    `insert into refund_hand_payouts (shard, refund_id, order_id, route, reference, reason, recorded_by, paid_on,
       recorded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      refund.shard,
      refund.id,
      refund.order_id,
      hand.route,
      hand.reference,
      hand.reason,
      hand.by,
      hand.paidOn,
      new Date(nowMs),
    ],
  );
}

const SETTLE = `
with done as (
  update refunds set state = 'SETTLED', provider_refund_no = coalesce($3, provider_refund_no), settled_at = $4,
    accepted_at = case when $7 then accepted_at else coalesce(accepted_at, $4) end, next_try_at = null,
    lease_until = null, tries = tries + 1, by_hand = $7, known_late_at = $8
  where shard = $1 and id = $2 and state <> 'SETTLED'
  returning amount_fen
), items as (
  update refund_items set ended_at = $4
  where shard = $1 and refund_id = $2 and ended_at is null and exists (select 1 from done) returning policy_id
), cancelled as (
  update policies set status = 4, cancelled_at = $4
  where shard = $1 and id = any (array(select policy_id from items)) and status = 3 returning id
), lowered as (
  update upgrades set status = 4, cancelled_at = $4
  where shard = $1 and id = any (array(select policy_id from items)) and status = 3 returning id
), attempt as (
  update payment_attempts a set state = case when back.fen >= a.amount_fen then 'REFUNDED' else 'SUCCESS' end
  from (
    select coalesce(sum(r.amount_fen), 0) + (select sum(amount_fen) from done) as fen from refunds r
    where r.shard = $1 and r.order_id = $5 and r.payment_id = $6 and r.id <> $2 and r.state = 'SETTLED'
  ) back
  where a.shard = $1 and a.id = $6 and a.state = 'REFUNDING' and exists (select 1 from done)
    and (back.fen >= a.amount_fen or not exists (
      select 1 from refunds o where o.shard = $1 and o.order_id = $5 and o.payment_id = $6 and o.id <> $2
        and o.state not in ('SETTLED', 'REJECTED')))
), news as (
  insert into outbox (shard, id, kind, order_id, created_at, available_at)
  select $1, $2, 'refund-settled', $5, $4, $4 from done where amount_fen > 0
  on conflict do nothing
), without_cover as (
  update orders set status = 62
  where shard = $1 and id = $5 and exists (select 1 from done) and status in (60, 85)
    and (status = 85 or paid_at is null or not exists (
      select 1 from policies where shard = $1 and order_id = $5 and status not in (4, 6)
      union all
      select 1 from upgrades where shard = $1 and order_id = $5 and status not in (4, 6)))
    and not exists (
      select 1 from refunds o where o.shard = $1 and o.order_id = $5 and o.id <> $2
        and o.state not in ('SETTLED', 'REJECTED'))
)
select i.person_index from insured i where i.shard = $1 and i.id = any (array(select id from cancelled))
union all
select null from lowered`;

/**
 * 60 while another of its policies (of an upgrade order: of its upgrades) is on the way back, 61 while one stands, then 62,
 * once what was paid twice is back too.
 */
const AFTER_POLICIES = `
with parts as (
  select status from policies where shard = $1 and order_id = $2
  union all
  select status from upgrades where shard = $1 and order_id = $2
)
update orders o set status = case
  when exists (select 1 from parts where status = 3) then 60
  when exists (select 1 from parts where status <> 4) then 61
  when exists (
    select 1 from refunds r where r.shard = $1 and r.order_id = $2 and r.state not in ('SETTLED', 'REJECTED')) then 60
  else 62 end
where o.shard = $1 and o.id = $2 and o.status in (60, 61)`;
