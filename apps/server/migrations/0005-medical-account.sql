-- The payer agreed that the bureau is asked whether their medical-insurance personal account can pay this order.
create table medical_consents (
  shard smallint not null,
  order_id bigint not null,
  -- Version of the words that were shown.
  wording smallint not null,
  consented_at timestamptz not null,
  primary key (shard, order_id)
);

-- Permissions to pay one order from a personal account: asked for, then given or declined by its owner at the bureau.
create table medical_permissions (
  shard smallint not null,
  id bigint not null,
  order_id bigint not null,
  -- ASKED, GRANTED, DECLINED
  state text not null,
  -- What it was asked with.
  ask_sealed bytea not null,
  asked_at timestamptz not null,
  -- The bureau's number of a permission that was given, good for one payment until it expires.
  permission_sealed bytea,
  expires_at timestamptz,
  decided_at timestamptz,
  primary key (shard, id)
);
create index medical_permissions_by_order on medical_permissions (shard, order_id);
