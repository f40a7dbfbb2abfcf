-- What residents complain about, what was done about it, and until when they are to be told.
create table complaints (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  client_key text not null,
  -- Null while nobody is known to own the account.
  person_index bytea,
  -- sale, refund, claim, charge, service, privacy, other
  category text not null,
  -- An order of the same account; null: about none.
  order_id bigint,
  words_sealed bytea not null,
  status text not null,
  filed_at timestamptz not null,
  due_at timestamptz not null,
  -- Opened again by the resident, which happens once.
  reopened_at timestamptz,
  answered_at timestamptz,
  answered_by integer,
  closed_at timestamptz,
  -- founded, partly, unfounded
  finding text,
  -- Whether the sale's recording is kept meanwhile: none, wanted, kept, ending, ended, erased
  evidence text not null,
  evidence_look_at timestamptz,
  -- The recording whose keeping was asked for.
  trace text,
  primary key (shard, id),
  unique (shard, user_id, client_key)
);
create index complaints_by_user on complaints (shard, user_id, id desc);
create index complaints_due on complaints (due_at, id) where status in ('submitted', 'accepted', 'reopened', 'answered');
create index complaints_by_time on complaints (filed_at desc, id desc);
create index complaints_of_order on complaints (shard, order_id) where order_id is not null;
create index complaints_evidence on complaints (evidence_look_at) where evidence in ('wanted', 'ending');

-- What happened to a complaint, and what was said.
create table complaint_steps (
  shard smallint not null,
  complaint_id bigint not null,
  id bigint not null,
  at timestamptz not null,
  -- filed, accepted, declined, contact, linked, answered, sent-back, closed, reopened, withdrawn
  kind text not null,
  -- Null: the resident.
  staff_id integer,
  words_sealed bytea,
  primary key (shard, complaint_id, id)
);
