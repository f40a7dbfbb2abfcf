-- Who works in the console. Some hundred people at most: these tables are not spread, they stay on one machine.
create table staff_accounts (
  id integer generated always as identity primary key,
  account text not null unique,
  name_sealed bytea not null,
  company text not null,
  roles text[] not null,
  -- {insurers, cities, channels}, each a list or null for all
  scope jsonb not null,
  -- invited: has to sign in for the first time; active; stopped
  status text not null,
  -- Argon2id with its parameters; null until a first password was handed out
  password text,
  -- A password that was handed out ends then
  password_until timestamptz,
  -- The secret of the code app; not in force before the first sign-in is complete
  totp_sealed bytea,
  -- The last 30 seconds of which a code was taken: no code works twice
  totp_step bigint not null default 0,
  recovery_codes bytea[] not null default '{}',
  last_sign_in_at timestamptz,
  last_sign_in_from text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  is_demonstration boolean not null default false
);

-- Tries in a row under a name, whether there is such an account or not.
create table staff_tries (
  account_index bytea primary key,
  failures integer not null,
  locked_until timestamptz,
  last_at timestamptz not null
);
create index staff_tries_old on staff_tries (last_at);

create table staff_sessions (
  token_hash bytea primary key,
  staff_id integer not null references staff_accounts (id),
  -- code, enrol: the password was right, the second step is to come; full
  stage text not null,
  address text not null,
  device text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- Whatever comes first: no use for a while, or its longest life
  idle_until timestamptz not null,
  ends_at timestamptz not null
);
create index staff_sessions_by_staff on staff_sessions (staff_id);

-- What two people are needed for.
create table staff_approvals (
  id integer generated always as identity primary key,
  kind text not null,
  asked_by integer not null references staff_accounts (id),
  -- Whom it is about, when it is one of the staff: that person does not decide it either
  about_staff integer references staff_accounts (id),
  subject text not null,
  subject_index bytea,
  reason text not null,
  payload_sealed bytea not null,
  status text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by integer references staff_accounts (id),
  decided_at timestamptz,
  note text,
  check (decided_by is null or decided_by <> asked_by or status = 'withdrawn')
);
create index staff_approvals_waiting on staff_approvals (kind, id desc) where status = 'waiting';
create index staff_approvals_by_asker on staff_approvals (asked_by, id desc);

-- Who did what, on whom, from where, when. Each entry's hash covers the one before.
create table staff_audit (
  number bigint primary key,
  at timestamptz not null,
  staff_id integer,
  -- The call, by its name
  what text not null,
  -- done, refused
  outcome text not null,
  -- On what, in words and numbers without a person's data
  subject text not null,
  -- On whom: the keyed index by which a person's rows are found
  subject_index bytea,
  detail text not null,
  address text not null,
  request_id text not null,
  previous bytea not null,
  hash bytea not null
);
create index staff_audit_by_staff on staff_audit (staff_id, number desc);
create index staff_audit_by_subject on staff_audit (subject, number desc);
create index staff_audit_by_person on staff_audit (subject_index, number desc) where subject_index is not null;
create index staff_audit_by_what on staff_audit (what, number desc);

-- The end of the chain; whoever appends holds its lock.
create table staff_audit_head (
  only_one boolean primary key default true check (only_one),
  number bigint not null,
  hash bytea not null,
  -- What the last check of the whole chain found
  checked_at timestamptz,
  checked_up_to bigint,
  broken_at bigint
);
insert into staff_audit_head (number, hash) values (0, sha256('huimin-staff-audit-v1'::bytea));

create function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to';
end
$$;
create trigger staff_audit_is_kept before update or delete on staff_audit
  for each row execute function refuse_change_of_audit();
create trigger staff_audit_is_not_emptied before truncate on staff_audit
  for each statement execute function refuse_change_of_audit();

create function follow_audit_chain() returns trigger language plpgsql as $$
declare
  head staff_audit_head;
begin
  select * into head from staff_audit_head for update;
  if new.number <> head.number + 1 or new.previous <> head.hash then
    raise exception 'an audit entry has to follow the last one';
  end if;
  update staff_audit_head set number = new.number, hash = new.hash;
  return new;
end
$$;
create trigger staff_audit_follows before insert on staff_audit for each row execute function follow_audit_chain();
