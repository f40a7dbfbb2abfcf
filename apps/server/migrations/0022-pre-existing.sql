-- Who an account has shown to belong to, for looking at health information: the latest only.
create table pre_existing_standings (
  shard smallint not null,
  user_id bigint not null,
  -- face: for this session and a short while; carrier: the phone is the person's, so for whoever logs in by it
  kind text not null,
  person_index bytea not null,
  -- Name and identity number
  person_sealed bytea not null,
  -- The phone it was shown with; another phone of the account ends it.
  phone_index bytea not null,
  session_hash bytea,
  proven_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (shard, user_id)
);
create index pre_existing_standings_old on pre_existing_standings (expires_at);

-- Consents to one question each: who, about whom, to which words, when, withdrawn when. Kept by law.
create table pre_existing_consents (
  shard smallint not null,
  -- The question's
  id bigint not null,
  user_id bigint not null,
  person_index bytea not null,
  -- self, guardian
  basis text not null,
  -- Which words: version, and SHA-256 of what was shown
  version smallint not null,
  text_hash bytea not null,
  -- private, trusted: to whom what is handed over
  way text not null,
  agreed_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (shard, id)
);
create index pre_existing_consents_old on pre_existing_consents (agreed_at);

-- Questions. The answer is a label, a class, the version of the rules and the day of the data, sealed; it goes when it expires.
create table pre_existing_queries (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  client_key text not null,
  -- Index of who asked: the person the account had shown to be
  asker_index bytea not null,
  person_index bytea not null,
  -- Name, number and birth date of who was asked about, and the asker's phone for news; null when it is over
  person_sealed bytea,
  basis text not null,
  way text not null,
  edition_code text not null,
  status text not null,
  tries smallint not null default 0,
  -- While asking: when the data centre is asked next
  next_ask_at timestamptz,
  answer_sealed bytea,
  asked_at timestamptz not null,
  answered_at timestamptz,
  expires_at timestamptz,
  primary key (shard, id),
  unique (shard, user_id, client_key)
);
create index pre_existing_queries_by_user on pre_existing_queries (shard, user_id, id desc);
create unique index pre_existing_queries_open on pre_existing_queries (shard, user_id, person_index, edition_code, way)
  where status = 'asking';
create index pre_existing_queries_due on pre_existing_queries (next_ask_at) where status = 'asking';
create index pre_existing_queries_expiring on pre_existing_queries (expires_at) where person_sealed is not null;

create table pre_existing_appeals (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  query_id bigint not null,
  reason text not null,
  status text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  -- Why it stays, or what is still missing; for the resident.
  answer text,
  primary key (shard, id)
);
create unique index pre_existing_appeals_once on pre_existing_appeals (shard, query_id)
  where status not in ('withdrawn', 'lapsed');
create index pre_existing_appeals_by_query on pre_existing_appeals (shard, query_id);
create index pre_existing_appeals_waiting on pre_existing_appeals (id) where status = 'submitted';
create index pre_existing_appeals_lapsing on pre_existing_appeals (decided_at) where status = 'more-papers';

-- Who looked somebody up, in the shard of whom they looked up. Append-only; written before anything is asked.
create table pre_existing_lookups (
  shard smallint not null,
  id bigint not null,
  person_index bytea not null,
  -- Keyed hash of who looked: an account or an operator
  looker_index bytea not null,
  -- self, guardian, operator
  as_whom text not null,
  -- private, trusted, appeal
  how text not null,
  -- Masked name and phone of a guardian, what an operator signs with
  looker_sealed bytea not null,
  at timestamptz not null,
  primary key (shard, id)
);
create index pre_existing_lookups_by_person on pre_existing_lookups (shard, person_index, id desc);
create index pre_existing_lookups_old on pre_existing_lookups (at);
