-- What residents ask for about their own data, and what was answered.
create table rights_requests (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  -- Null while nobody is known to own the account.
  person_index bytea,
  -- correct, restrict, erase, consent
  kind text not null,
  words_sealed bytea not null,
  status text not null,
  asked_at timestamptz not null,
  -- By when it is to be answered.
  due_at timestamptz not null,
  answered_at timestamptz,
  answered_by integer,
  answer_sealed bytea,
  primary key (shard, id)
);
create unique index rights_requests_one_open on rights_requests (shard, user_id, kind) where status = 'waiting';
create index rights_requests_by_user on rights_requests (shard, user_id, id desc);
create index rights_requests_due on rights_requests (due_at, id) where status = 'waiting';
create index rights_requests_by_time on rights_requests (asked_at desc, id desc);
