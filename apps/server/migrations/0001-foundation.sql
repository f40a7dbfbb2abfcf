-- Every table that grows with residents starts its keys with `shard` (a bucket of the owner's user id), or with
-- the keyed hash it is found by, so that distributed/citus.sql can spread it without a change here.
-- Personal data is sealed (AES-256-GCM, key id inside the value); *_index columns are keyed hashes for look-ups.

create table users (
  phone_index bytea primary key,
  id bigint not null,
  shard smallint not null,
  phone_sealed bytea not null,
  region_code text,
  created_at timestamptz not null,
  last_login_at timestamptz not null
);

-- One row per browser: a visitor has no user yet, but may have an openId.
create table sessions (
  token_hash bytea primary key,
  user_id bigint,
  user_shard smallint,
  phone_index bytea,
  open_id_sealed bytea,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_expired on sessions (expires_at);

create table sms_codes (
  phone_index bytea not null,
  purpose text not null,
  id bigint not null,
  code_hash bytea not null,
  tries smallint not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (phone_index, purpose, id)
);

-- Fixed windows: one row per subject (keyed hash of phone, address, …) and window start.
create table rate_windows (
  subject bytea not null,
  rule text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (subject, rule, window_start)
);
create index rate_windows_old on rate_windows (window_start);

-- Authorisation round trips to the messaging app: short random state, kept ten minutes, used once.
create table authorisation_states (
  state text primary key,
  session_hash bytea,
  return_to text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Tokens and tickets that one replica fetches for all.
create table provider_tokens (
  name text primary key,
  value_sealed bytea not null,
  refresh_after timestamptz not null,
  expires_at timestamptz not null,
  lease_until timestamptz
);

create table members (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  person_index bytea not null,
  details_sealed bytea not null,
  relationship text not null,
  region_code text not null,
  consent_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  primary key (shard, id)
);
create unique index members_by_person on members (shard, user_id, person_index) where removed_at is null;

create table editions (
  code text primary key,
  product_number text not null,
  edition_year smallint not null,
  is_default boolean not null default false,
  config_version integer not null,
  document jsonb not null,
  updated_at timestamptz not null
);

-- Published versions are never changed or deleted.
create table documents (
  edition_code text not null,
  document_key text not null,
  version integer not null,
  title text not null,
  required boolean not null,
  blocks jsonb not null,
  sha256 text not null,
  published_at timestamptz not null,
  primary key (edition_code, document_key, version)
);

create table dictionaries (
  code text not null,
  value text not null,
  label text not null,
  sort integer not null,
  primary key (code, value)
);

create table orders (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  client_key text not null,
  claim_key bytea not null,
  edition_code text not null,
  edition_year smallint not null,
  plan_code text not null,
  status smallint not null,
  unit_premium_fen integer not null,
  premium_fen integer not null,
  insured_count smallint not null,
  policyholder_sealed bytea not null,
  policyholder_index bytea not null,
  agreed_documents jsonb not null,
  automatic_reapplication boolean not null,
  attribution jsonb,
  trace_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  issued_at timestamptz,
  closed_at timestamptz,
  primary key (shard, id),
  unique (shard, user_id, client_key)
);
create index orders_by_user on orders (shard, user_id, id desc);
create index orders_unpaid on orders (expires_at) where status in (20, 25);

create table insured (
  shard smallint not null,
  id bigint not null,
  order_id bigint not null,
  person_index bytea not null,
  details_sealed bytea not null,
  relationship text not null,
  region_code text not null,
  sex text not null,
  birth_year smallint not null,
  premium_fen integer not null,
  primary key (shard, id)
);
create index insured_by_order on insured (shard, order_id);

-- The right to be insured once per edition: claimed before payment, free again when it expires or is released.
create table person_claims (
  person_index bytea not null,
  edition_code text not null,
  claim_key bytea not null,
  user_id bigint not null,
  claimed_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (person_index, edition_code)
);

create table payment_attempts (
  shard smallint not null,
  id bigint not null,
  order_id bigint not null,
  attempt_no smallint not null,
  provider text not null,
  method text not null,
  merchant_order_no text not null,
  amount_fen integer not null,
  state text not null,
  provider_handle_sealed bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  next_query_at timestamptz,
  query_count integer not null default 0,
  lease_until timestamptz,
  closed_at timestamptz,
  primary key (shard, id)
);
create index payment_attempts_by_order on payment_attempts (shard, order_id);
create index payment_attempts_hanging on payment_attempts (next_query_at) where next_query_at is not null;

create table payments (
  shard smallint not null,
  id bigint not null,
  order_id bigint not null,
  provider text not null,
  provider_txn text not null,
  merchant_order_no text not null,
  method text not null,
  amount_fen integer not null,
  -- premium: pays the order; surplus: a second or late payment, refunded in full by itself
  purpose text not null,
  paid_at timestamptz not null,
  received_at timestamptz not null,
  primary key (shard, id),
  unique (shard, provider, provider_txn)
);
create index payments_by_order on payments (shard, order_id);

create table refunds (
  shard smallint not null,
  id bigint not null,
  order_id bigint not null,
  payment_id bigint not null,
  refund_no text not null,
  amount_fen integer not null,
  reason text not null,
  state text not null,
  provider_refund_no text,
  created_at timestamptz not null,
  next_try_at timestamptz,
  tries integer not null default 0,
  lease_until timestamptz,
  settled_at timestamptz,
  primary key (shard, id)
);
create index refunds_by_order on refunds (shard, order_id);
create index refunds_open on refunds (next_try_at) where next_try_at is not null;

create table policies (
  shard smallint not null,
  id bigint not null,
  order_id bigint not null,
  user_id bigint not null,
  edition_code text not null,
  edition_year smallint not null,
  status smallint not null,
  premium_fen integer not null,
  created_at timestamptz not null,
  issued_at timestamptz,
  primary key (shard, id)
);
create index policies_by_user on policies (shard, user_id, id desc);
create index policies_by_order on policies (shard, order_id);

-- News written in the same statement as the fact; drained per lease, at least once.
create table outbox (
  shard smallint not null,
  id bigint not null,
  kind text not null,
  order_id bigint not null,
  payload jsonb,
  created_at timestamptz not null,
  available_at timestamptz not null,
  lease_until timestamptz,
  tries integer not null default 0,
  last_error text,
  primary key (shard, id, kind)
);
create index outbox_available on outbox (available_at);

-- Provider notices as they came, before anything is done with them (headers and body sealed).
create table payment_notices (
  shard smallint not null,
  provider text not null,
  notice_id text not null,
  order_id bigint,
  body_sealed bytea not null,
  outcome text not null,
  received_at timestamptz not null,
  primary key (shard, provider, notice_id)
);

-- What an operator has to look at: amounts that differ, failed issues, refunds that do not settle.
create table operator_alerts (
  id bigint primary key,
  kind text not null,
  order_id bigint,
  shard smallint,
  details jsonb not null,
  created_at timestamptz not null,
  resolved_at timestamptz
);

-- Sales counted late, per shard bucket, so that no counter is shared in the order path.
create table sales_counters (
  shard smallint not null,
  day date not null,
  edition_code text not null,
  region_code text not null,
  measure text not null,
  amount bigint not null,
  primary key (shard, day, edition_code, region_code, measure)
);

create table worker_numbers (
  number smallint primary key,
  holder text not null,
  lease_until timestamptz not null
);
