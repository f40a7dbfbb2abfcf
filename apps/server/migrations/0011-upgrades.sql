-- What an order does: purchase insures people; upgrade raises policies of an earlier order to a dearer plan before their
-- cover begins, for the difference. An upgrade order has no people and no policies of its own.
alter table orders
  add column kind text not null default 'purchase',
  add column base_order_id bigint;
create index orders_upgrading on orders (shard, base_order_id) where base_order_id is not null;

-- One policy that an upgrade order raises; `id` is the order's id with the position in its last four bits.
create table upgrades (
  shard smallint not null,
  id bigint not null,
  order_id bigint not null,
  base_order_id bigint not null,
  policy_id bigint not null,
  from_plan text not null,
  plan_code text not null,
  -- The difference, integer fen.
  premium_fen integer not null,
  -- As a policy's: 0 stands (once issued_at is set), 3 being given back, 4 given back, 6 could not be given.
  status smallint not null default 0,
  created_at timestamptz not null,
  issued_at timestamptz,
  cancelled_at timestamptz,
  primary key (shard, id)
);
create index upgrades_by_order on upgrades (shard, order_id);
create index upgrades_by_policy on upgrades (shard, policy_id);
-- A policy is raised once at a time, whatever runs beside it.
create unique index upgrades_standing on upgrades (shard, policy_id) where issued_at is not null and status in (0, 3);
