-- What the order path sends, a row each: one parameter for a batch of any size (`src/db/row-array.ts`).
-- Never altered: servers of two releases run side by side. A column more is a type with the next number.
create type claim_wish_1 as (
  person_index bytea,
  edition_code text,
  claim_key bytea,
  user_id bigint,
  claimed_at timestamptz,
  expires_at timestamptz
);
create type saved_order_1 as (
  shard smallint,
  id bigint,
  user_id bigint,
  client_key text,
  claim_key bytea,
  edition_code text,
  edition_year smallint,
  plan_code text,
  unit_premium_fen integer,
  premium_fen integer,
  insured_count smallint,
  policyholder_sealed bytea,
  policyholder_index bytea,
  agreed_documents text,
  automatic_reapplication boolean,
  attribution text,
  trace_id text,
  created_at timestamptz,
  expires_at timestamptz,
  flow text,
  cover_from text,
  assistance_no text,
  kind text,
  city text
);
create type saved_insured_1 as (
  shard smallint,
  id bigint,
  order_id bigint,
  person_index bytea,
  details_sealed bytea,
  relationship text,
  region_code text,
  sex text,
  birth_year smallint,
  premium_fen integer
);
create type paid_purchase_1 as (
  shard smallint,
  order_id bigint,
  attempt_id bigint,
  provider text,
  merchant_order_no text,
  provider_txn text,
  amount_fen integer,
  paid_at timestamptz,
  received_at timestamptz
);
create type received_notice_1 as (
  shard smallint,
  provider text,
  notice_id text,
  order_id bigint,
  body_sealed bytea,
  received_at timestamptz
);
