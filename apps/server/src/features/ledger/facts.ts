/**
 * What the ledger follows from, as the postings that have to exist: one query over payments and refunds, used to write
 * them and, again, to check them. Money that comes in stands in its provider's clearing account and owes itself to the
 * payer until it is used: for the premium, or kept as surplus. A refund is owed first and then leaves the clearing
 * account, or the bank where a person paid it; what its provider gave back once more is to be had from the payer. What a person puts off while comparing with a
 * bill stands in suspense. Companies transfer money before it is used: it stands in `deposits`, which their people's
 * payments use up. The parameters are conditions on the rows `p`, `r`, `e`, and on `g` and `o` of companies.
 */
export function factPostings(
  payments: string,
  refunds: string,
  held: string,
  received: string,
  returned: string,
): string {
  return `
  select p.shard, p.id as source_id, 'payment-received' as event, p.order_id, 'clearing:' || p.provider as debit,
    'payer' as credit, p.amount_fen, p.received_at as occurred_at
  from payments p where ${payments}
  union all
  select p.shard, p.id, 'payment-used', p.order_id, 'payer', p.purpose, p.amount_fen, p.received_at
  from payments p where ${payments}
  union all
  select r.shard, r.id, 'refund-owed', r.order_id, p.purpose, 'refund', r.amount_fen, r.created_at
  from refunds r join payments p on p.shard = r.shard and p.id = r.payment_id where r.amount_fen > 0 and ${refunds}
  union all
  select r.shard, r.id, 'refund-refused', r.order_id, 'refund', p.purpose, r.amount_fen, r.created_at
  from refunds r join payments p on p.shard = r.shard and p.id = r.payment_id
  where r.amount_fen > 0 and r.state = 'REJECTED' and ${refunds}
  union all
  select r.shard, r.id, 'refund-paid', r.order_id, 'refund',
    case when r.by_hand then 'bank' else 'clearing:' || p.provider end, r.amount_fen, r.settled_at
  from refunds r join payments p on p.shard = r.shard and p.id = r.payment_id
  where r.amount_fen > 0 and r.state = 'SETTLED' and ${refunds}
  union all
  select r.shard, r.id, 'refund-twice-' || n.round, r.order_id, 'overpaid', 'clearing:' || p.provider, r.amount_fen,
    n.settled_at
  from refunds r join refund_numbers n on n.shard = r.shard and n.refund_id = r.id
  join payments p on p.shard = r.shard and p.id = r.payment_id
  where r.amount_fen > 0 and n.outcome = 'SETTLED' and ${refunds}
  union all
  select e.shard, e.difference_id, 'held-' || e.seq, e.order_id,
    case when e.amount_fen > 0 then 'clearing:' || e.provider else 'suspense' end,
    case when e.amount_fen > 0 then 'suspense' else 'clearing:' || e.provider end, abs(e.amount_fen), e.at
  from suspense_entries e where ${held}
  union all
  select g.shard, g.id, 'deposit-received', g.group_id, 'clearing:bank-transfer', 'deposits', g.amount_fen, g.confirmed_at
  from group_receipts g where g.confirmed_at is not null and ${received}
  union all
  select o.shard, o.id, 'deposit-returned', o.group_id, 'deposits', 'clearing:bank-transfer', o.amount_fen, o.paid_at
  from group_payouts o where o.paid_at is not null and ${returned}`;
}
