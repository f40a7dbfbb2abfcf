-- What the resident tells about themselves: nickname, e-mail, address.
alter table users add column contact_sealed bytea;

-- How and where a session began, what it may be used for, and an Alipay user who waits for a login by phone.
alter table sessions add column login_kind text;
alter table sessions add column device text;
alter table sessions add column scope text not null default 'full';
alter table sessions add column alipay_sealed bytea;
create index sessions_by_user on sessions (user_id) where user_id is not null;

-- Alipay's page comes back to the same place as the messaging app's; what was agreed to before waits here.
alter table authorisation_states add column channel text not null default 'wechat';
alter table authorisation_states add column agreed jsonb;

-- Logins and changes of an account, for its owner's eyes; cleared away after six months.
create table account_events (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  kind text not null,
  device text not null,
  address_sealed bytea,
  created_at timestamptz not null,
  primary key (shard, id)
);
create index account_events_by_user on account_events (shard, user_id, id desc);
create index account_events_old on account_events (created_at);

-- The person who first paid an order of an account: found by the keyed hash of the identity number alone, so that a
-- policyholder whose phone has changed is found whatever shard they live in. The name is a keyed hash too.
create table account_holders (
  person_index bytea not null,
  user_id bigint not null,
  shard smallint not null,
  name_index bytea not null,
  noted_at timestamptz not null,
  primary key (person_index, user_id)
);
create index account_holders_by_user on account_holders (user_id);
-- For accounts that are known by something else than their phone.
create index users_by_id on users (id);
insert into outbox (shard, id, kind, order_id, created_at, available_at)
select shard, id, 'holder-noted', id, now(), now() from orders where paid_at is not null;

-- Users of the messaging app and of Alipay, each bound to one phone.
create table open_id_bindings (
  open_id_index bytea primary key,
  shard smallint not null,
  user_id bigint not null,
  open_id_sealed bytea not null,
  bound_at timestamptz not null
);
create index open_id_bindings_by_user on open_id_bindings (user_id);
create table alipay_bindings (
  alipay_index bytea primary key,
  shard smallint not null,
  user_id bigint not null,
  bound_at timestamptz not null
);
create index alipay_bindings_by_user on alipay_bindings (user_id);

-- Partners' tokens that were used, until they would have run out by themselves.
create table partner_tokens (
  token_index bytea primary key,
  expires_at timestamptz not null
);
create index partner_tokens_old on partner_tokens (expires_at);

-- Requests for another phone that a person of the service decides.
create table phone_requests (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  phone_index bytea not null,
  state text not null,
  new_phone_sealed bytea not null,
  statement_sealed bytea not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  reason text,
  effective_at timestamptz,
  ended_at timestamptz,
  primary key (shard, id)
);
create unique index phone_requests_open on phone_requests (shard, user_id) where state in ('WAITING', 'COOLING');
create index phone_requests_by_user on phone_requests (shard, user_id, id desc);
create index phone_requests_due on phone_requests (effective_at) where state = 'COOLING';
create index phone_requests_waiting on phone_requests (created_at) where state in ('WAITING', 'COOLING');

-- Text messages about the account itself, written with the change they tell of and sent afterwards.
create table account_notices (
  shard smallint not null,
  id bigint not null,
  phone_sealed bytea not null,
  event text not null,
  tries smallint not null default 0,
  next_try_at timestamptz not null,
  primary key (shard, id)
);
create index account_notices_due on account_notices (next_try_at);
