-- Agreements by which next year's premium may be taken from a payer's account (withholding contracts). One row for each
-- time somebody was asked to sign; `id` is the order's id with the contract's number in its last four bits.
create table withholding_contracts (
  shard smallint not null,
  id bigint not null,
  order_id bigint not null,
  user_id bigint not null,
  provider text not null,
  contract_code text not null,
  plan_id text not null,
  -- The provider's number, known once it is signed.
  contract_id text,
  status text not null,
  edition_code text not null,
  plan_code text not null,
  -- Insured of the order for whom it is to be used.
  insured_ids bigint[] not null,
  -- What may be taken a year, integer fen.
  limit_fen integer not null,
  open_id_sealed bytea not null,
  -- What was agreed to and when: version and SHA-256 of the text that was shown.
  consent_version smallint not null,
  consent_hash bytea not null,
  consent_at timestamptz not null,
  created_at timestamptz not null,
  signed_at timestamptz,
  expires_at timestamptz,
  -- The intent to end it, written before the provider is told; by whom: user, merchant.
  end_requested_at timestamptz,
  end_requested_by text,
  ended_at timestamptz,
  next_ask_at timestamptz,
  ask_count integer not null default 0,
  lease_until timestamptz,
  primary key (shard, id)
);
create index withholding_contracts_by_order on withholding_contracts (shard, order_id);
create index withholding_contracts_by_user on withholding_contracts (shard, user_id, id desc);
create index withholding_contracts_due on withholding_contracts (next_ask_at) where next_ask_at is not null;

-- What happened to a contract, for the person who manages it and for evidence. Append-only.
create table withholding_events (
  shard smallint not null,
  contract_id bigint not null,
  seq smallint not null,
  event text not null,
  -- user, merchant, provider
  by_whom text not null,
  amount_fen integer,
  at timestamptz not null,
  primary key (shard, contract_id, seq)
);
