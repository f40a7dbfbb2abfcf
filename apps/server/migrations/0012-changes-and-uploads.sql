-- Files that residents hand in. What is in them is sealed piece by piece, so that every replica can read every file.
create table uploads (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  client_key text not null,
  -- What it is for: change
  purpose text not null,
  -- image/jpeg, image/png, application/pdf; as its content says, not as the sender said.
  media_type text not null,
  bytes integer not null,
  chunks smallint not null,
  name_sealed bytea not null,
  -- The request it belongs to; null until that is handed in.
  subject_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (shard, id),
  unique (shard, user_id, client_key)
);
create index uploads_by_user on uploads (shard, user_id, id);
create index uploads_by_subject on uploads (shard, subject_id) where subject_id is not null;
create index uploads_expired on uploads (expires_at);

create table upload_chunks (
  shard smallint not null,
  upload_id bigint not null,
  seq smallint not null,
  sealed bytea not null,
  primary key (shard, upload_id, seq)
);

-- Requests to change data of a payer or an insured person.
create table changes (
  shard smallint not null,
  id bigint not null,
  order_id bigint not null,
  user_id bigint not null,
  client_key text not null,
  -- payer, insured
  subject text not null,
  -- 0 for the payer
  insured_id bigint not null,
  status text not null,
  reason text not null,
  -- What becomes what, sealed: [{field, old, new}]
  items_sealed bytea not null,
  fields text[] not null,
  -- Orders whose payer's contact data change along.
  further_order_ids bigint[] not null,
  trace_id text,
  created_at timestamptz not null,
  expires_at timestamptz,
  submitted_at timestamptz,
  decided_at timestamptz,
  primary key (shard, id),
  unique (shard, order_id, client_key)
);
create index changes_by_user on changes (shard, user_id, id desc);
-- One open request for each person of an order.
create unique index changes_open on changes (shard, order_id, insured_id)
  where status in ('REVIEWING', 'PAPERS_WANTED');
create index changes_waiting on changes (submitted_at) where status in ('REVIEWING', 'PAPERS_WANTED');
create index changes_expired on changes (expires_at) where expires_at is not null;

-- What happened to a request, by whom and why. Append-only.
create table change_events (
  shard smallint not null,
  id bigint not null,
  change_id bigint not null,
  event text not null,
  -- user, rules, operator:<name>
  by_whom text not null,
  note text,
  at timestamptz not null,
  primary key (shard, id)
);
create index change_events_by_change on change_events (shard, change_id, id);

-- How often the papers of a policy were replaced by a change; older ones say so when they are verified.
alter table policies add column paper_version smallint not null default 0;
