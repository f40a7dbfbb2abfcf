-- Refunds that somebody paid on another way: one of the staff says so, another agrees, a job records it.
create table hand_payout_requests (
  id integer generated always as identity primary key,
  approval_id integer not null unique,
  shard smallint not null,
  refund_id bigint not null,
  -- The number by which its provider knows it.
  refund_no text not null,
  reference text not null,
  paid_on text not null,
  reason text not null,
  -- asked, agreed, done, failed, dropped
  state text not null default 'asked',
  -- Both people, by name and account.
  recorded_by text not null default '',
  problem text not null default '',
  next_try_at timestamptz,
  tries smallint not null default 0,
  asked_at timestamptz not null,
  ended_at timestamptz
);
create index hand_payout_requests_open on hand_payout_requests (id) where state in ('asked', 'agreed');
create index hand_payout_requests_by_refund on hand_payout_requests (shard, refund_id);
-- Until when nothing sends a refund, because somebody says that it was paid on another way.
alter table refunds add column hand_asked_until timestamptz;
