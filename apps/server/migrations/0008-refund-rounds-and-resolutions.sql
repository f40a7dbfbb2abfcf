-- A refund keeps its own number; each further round goes to the provider under a number of its own (…T02, T03).
alter table refunds
  add column round smallint not null default 1,
  -- When this round began.
  add column round_at timestamptz,
  -- When its provider first said that this round came to nothing or needs a person.
  add column stuck_at timestamptz,
  -- The code with which it was not taken last; null when the last word was another one.
  add column refusal text,
  -- Paid on another way than the one the money came by; `refund_hand_payouts` says how.
  add column by_hand boolean not null default false;

-- Numbers that are used up, each with how it ended. None is ever used again.
create table refund_numbers (
  shard smallint not null,
  refund_id bigint not null,
  round smallint not null,
  order_id bigint not null,
  refund_no text not null,
  -- CLOSED: over there, no money moved; OPEN: given up here while the provider still had it; SETTLED: money went back by it
  outcome text not null,
  provider_refund_no text,
  sent_at timestamptz,
  accepted_at timestamptz,
  stuck_at timestamptz,
  replaced_at timestamptz not null,
  replaced_by text not null,
  reason text not null,
  settled_at timestamptz,
  primary key (shard, refund_id, round)
);
create unique index refund_numbers_by_no on refund_numbers (shard, refund_no);

create table refund_hand_payouts (
  shard smallint not null,
  refund_id bigint not null,
  order_id bigint not null,
  route text not null,
  -- Number of the transfer.
  reference text not null,
  reason text not null,
  recorded_by text not null,
  paid_on date not null,
  recorded_at timestamptz not null,
  primary key (shard, refund_id)
);
