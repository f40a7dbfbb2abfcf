import type { Database, Query } from '../../db/database.ts';
import { factPostings } from './facts.ts';

/** Sums of one account, integer fen; a balance above zero is a debit balance. */
export interface AccountSum {
  readonly account: string;
  readonly debitFen: number;
  readonly creditFen: number;
  readonly balanceFen: number;
  readonly postings: number;
}

/** Money at one provider: what payments and settled refunds say, and what the ledger says. */
export interface ClearingCheck {
  readonly provider: string;
  readonly paymentsFen: number;
  readonly refundsFen: number;
  /** Put off by a person: what its bill has more than the books. */
  readonly heldFen: number;
  /** Facts not posted yet, payments less refunds. */
  readonly unpostedFen: number;
  readonly clearingFen: number;
  readonly isRight: boolean;
}

export interface TrialBalance {
  readonly atMs: number;
  readonly accounts: readonly AccountSum[];
  /** All balances together. */
  readonly totalFen: number;
  readonly clearing: readonly ClearingCheck[];
  /** Payments and refunds by how they are posted. */
  readonly facts: {
    readonly posted: number;
    /** Not posted yet, and not yet due. */
    readonly waiting: number;
    /** Not posted although the sweep should have seen it. */
    readonly overdue: number;
    /** A posting that no payment and no refund asks for, or other accounts or another amount than they ask for. */
    readonly wrong: number;
  };
  /** Companies that have used or got back more than they paid in. */
  readonly overdrawnGroups: number;
  readonly isRight: boolean;
}

/** Two rounds of the sweep. */
const OVERDUE_MS = 2 * 60 * 60_000;

/** Reads everything in one snapshot, so that nothing moves between the sums and what they are compared with. */
export function trialBalance(database: Database, nowMs: number): Promise<TrialBalance> {
  return database.transaction(async (query) => {
    await query('set transaction isolation level repeatable read, read only');
    const accounts = await accountSums(query);
    const facts = await factCounts(query, nowMs);
    const clearing = await clearingChecks(query, accounts);
    const overdrawnGroups = await countOverdrawn(query);
    const totalFen = accounts.reduce((total, { balanceFen }) => total + balanceFen, 0);
    const isRight =
      totalFen === 0 &&
      facts.overdue === 0 &&
      facts.wrong === 0 &&
      overdrawnGroups === 0 &&
      clearing.every((check) => check.isRight);
    return { atMs: nowMs, accounts, totalFen, clearing, facts, overdrawnGroups, isRight };
  });
}

const ACCOUNTS = `
select account, sum(debit_fen)::bigint as debit, sum(credit_fen)::bigint as credit, sum(postings)::bigint as postings
from (
  select debit as account, sum(amount_fen) as debit_fen, 0 as credit_fen, count(*) as postings
  from ledger_postings group by debit
  union all
  select credit, 0, sum(amount_fen), count(*) from ledger_postings group by credit
) sides
group by account order by account`;

async function accountSums(query: Query): Promise<AccountSum[]> {
  const rows = await query<{ account: string; debit: bigint; credit: bigint; postings: bigint }>(ACCOUNTS);
  return rows.map(({ account, debit, credit, postings }) => ({
    account,
    debitFen: Number(debit),
    creditFen: Number(credit),
    balanceFen: Number(debit - credit),
    postings: Number(postings),
  }));
}

const FACTS = `
select count(*) filter (where l.source_id is not null and f.source_id is not null and f.debit = l.debit
    and f.credit = l.credit and f.amount_fen = l.amount_fen) as posted,
  count(*) filter (where l.source_id is null and f.occurred_at > $1) as waiting,
  count(*) filter (where l.source_id is null and f.occurred_at <= $1) as overdue,
  count(*) filter (where l.source_id is not null and (f.source_id is null or f.debit <> l.debit
    or f.credit <> l.credit or f.amount_fen <> l.amount_fen)) as wrong
from (${factPostings('true', 'true', 'true', 'true', 'true')}) f
full join ledger_postings l on l.shard = f.shard and l.source_id = f.source_id and l.event = f.event`;

async function factCounts(query: Query, nowMs: number): Promise<TrialBalance['facts']> {
  const [row] = await query<Record<'posted' | 'waiting' | 'overdue' | 'wrong', bigint>>(FACTS, [
    new Date(nowMs - OVERDUE_MS),
  ]);
  if (!row) throw new Error('counting answered nothing');
  return {
    posted: Number(row.posted),
    waiting: Number(row.waiting),
    overdue: Number(row.overdue),
    wrong: Number(row.wrong),
  };
}

const MONEY = `
select provider, sum(paid)::bigint as paid, sum(refunded)::bigint as refunded, sum(held)::bigint as held,
  sum(unposted)::bigint as unposted
from (
  select p.provider, p.amount_fen as paid, 0 as refunded, 0 as held,
    case when l.source_id is null then p.amount_fen else 0 end as unposted
  from payments p
  left join ledger_postings l on l.shard = p.shard and l.source_id = p.id and l.event = 'payment-received'
  union all
  select p.provider, 0, r.amount_fen, 0, case when l.source_id is null then -r.amount_fen else 0 end
  from refunds r
  join payments p on p.shard = r.shard and p.id = r.payment_id
  left join ledger_postings l on l.shard = r.shard and l.source_id = r.id and l.event = 'refund-paid'
  where r.state = 'SETTLED' and not r.by_hand
  union all
  select p.provider, 0, r.amount_fen, 0, case when l.source_id is null then -r.amount_fen else 0 end
  from refund_numbers n
  join refunds r on r.shard = n.shard and r.id = n.refund_id
  join payments p on p.shard = r.shard and p.id = r.payment_id
  left join ledger_postings l on l.shard = r.shard and l.source_id = r.id and l.event = 'refund-twice-' || n.round
  where n.outcome = 'SETTLED'
  union all
  select e.provider, 0, 0, e.amount_fen, case when l.source_id is null then e.amount_fen else 0 end
  from suspense_entries e
  left join ledger_postings l on l.shard = e.shard and l.source_id = e.difference_id and l.event = 'held-' || e.seq
  union all
  select 'bank-transfer', g.amount_fen, 0, 0, case when l.source_id is null then g.amount_fen else 0 end
  from group_receipts g
  left join ledger_postings l on l.shard = g.shard and l.source_id = g.id and l.event = 'deposit-received'
  where g.confirmed_at is not null
  union all
  select 'bank-transfer', 0, o.amount_fen, 0, case when l.source_id is null then -o.amount_fen else 0 end
  from group_payouts o
  left join ledger_postings l on l.shard = o.shard and l.source_id = o.id and l.event = 'deposit-returned'
  where o.paid_at is not null
) money
group by provider order by provider`;

const OVERDRAWN = `
select count(*) as overdrawn from (
  select 1 from (
    select shard, group_id, amount_fen::bigint as fen from group_receipts where confirmed_at is not null
    union all
    select shard, group_id, -amount_fen::bigint from group_payouts where paid_at is not null
    union all
    select d.shard, d.group_id, -p.amount_fen::bigint from group_people d
    join payments p on p.shard = d.shard and p.order_id = d.order_id where d.order_id is not null
    union all
    select d.shard, d.group_id, r.amount_fen::bigint from group_people d
    join refunds r on r.shard = d.shard and r.order_id = d.order_id and r.state = 'SETTLED'
    where d.order_id is not null
  ) moved
  group by shard, group_id having sum(fen) < 0
) overdrawn`;

async function countOverdrawn(query: Query): Promise<number> {
  const [row] = await query<{ overdrawn: bigint }>(OVERDRAWN);
  return Number(row?.overdrawn ?? 0);
}

const CLEARING = 'clearing:';

async function clearingChecks(query: Query, accounts: readonly AccountSum[]): Promise<ClearingCheck[]> {
  const rows = await query<Record<'paid' | 'refunded' | 'held' | 'unposted', bigint> & { provider: string }>(MONEY);
  const moved = new Map(rows.map((row) => [row.provider, row]));
  const booked = new Map(
    accounts
      .filter(({ account }) => account.startsWith(CLEARING))
      .map(({ account, balanceFen }) => [account.slice(CLEARING.length), balanceFen]),
  );
  return [...new Set([...moved.keys(), ...booked.keys()])].sort().map((provider) => {
    const row = moved.get(provider);
    const paymentsFen = Number(row?.paid ?? 0);
    const refundsFen = Number(row?.refunded ?? 0);
    const heldFen = Number(row?.held ?? 0);
    const unpostedFen = Number(row?.unposted ?? 0);
    const clearingFen = booked.get(provider) ?? 0;
    const isRight = paymentsFen - refundsFen + heldFen - unpostedFen === clearingFen;
    return { provider, paymentsFen, refundsFen, heldFen, unpostedFen, clearingFen, isRight };
  });
}
