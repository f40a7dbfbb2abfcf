-- Which version of which document a resident agreed to when logging in; rows are never changed.
create table account_agreements (
  shard smallint not null,
  user_id bigint not null,
  edition_code text not null,
  document_key text not null,
  version integer not null,
  agreed_at timestamptz not null,
  primary key (shard, user_id, edition_code, document_key, version)
);

-- A policyholder keeps one row for themselves, also when two tabs save at once.
create unique index members_one_self on members (shard, user_id) where relationship = '00' and removed_at is null;

-- For clearing away what has run out.
create index sms_codes_old on sms_codes (sent_at);
create index authorisation_states_old on authorisation_states (expires_at);
