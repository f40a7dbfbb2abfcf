-- A refund that a policyholder asked for: why, by whom, on what ground, and the policies it ends. Refunds that happen by
-- themselves (surplus money, cover that could not be given) have no items and none of these.
alter table refunds
  add column client_key text,
  add column reason_code text,
  add column applied_by bigint,
  -- full: before the first day of cover; cash-value: after it
  add column basis text,
  -- When it was last handed to the provider, which takes one refund of a payment per minute.
  add column sent_at timestamptz,
  -- When the provider said that it has it.
  add column accepted_at timestamptz;
create unique index refunds_by_client_key on refunds (shard, order_id, client_key) where client_key is not null;
create unique index refunds_by_no on refunds (shard, refund_no);

create table refund_items (
  shard smallint not null,
  refund_id bigint not null,
  policy_id bigint not null,
  order_id bigint not null,
  amount_fen integer not null,
  -- Null while the refund is open: a policy has at most one such.
  ended_at timestamptz,
  primary key (shard, refund_id, policy_id)
);
create unique index refund_items_open on refund_items (shard, policy_id) where ended_at is null;

-- The moment from which a policy and its papers are void.
alter table policies add column cancelled_at timestamptz;
