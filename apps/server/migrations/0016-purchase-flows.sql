-- How an order came about, and the first day of its cover where that is not the edition's.
alter table orders add column flow text not null default 'normal';
alter table orders add column cover_from text;
alter table orders add column assistance_no text;

-- People at outlets who may help a resident to fill in. Kept by operators.
create table assisting_staff (
  staff_no text primary key,
  phone_index bytea not null unique,
  -- name and phone
  person_sealed bytea not null,
  outlet_name text not null,
  -- Credited with the sale where the resident came with no other code.
  agent_code text,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- One resident's help: opened by staff, taken up once by a resident on an own phone.
create table assistances (
  -- Random, and what both sides name it by.
  assistance_no text primary key,
  staff_no text not null references assisting_staff (staff_no),
  edition_code text not null,
  status text not null,
  -- Keyed hashes of the six digits and of the link; the sealed pair is for showing them again to its staff.
  digits_hash bytea not null,
  link_hash bytea not null,
  code_sealed bytea not null,
  code_expires_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  resident_id bigint,
  resident_shard smallint,
  resident_phone_sealed bytea,
  joined_at timestamptz,
  prepared_sealed bytea,
  prepared_version smallint not null default 0,
  prepared_at timestamptz,
  documents_read smallint,
  documents_total smallint,
  order_id bigint,
  ordered_at timestamptz,
  closed_at timestamptz
);
create unique index assistances_by_digits on assistances (digits_hash) where status = 'waiting';
create unique index assistances_by_link on assistances (link_hash);
create unique index assistances_of_staff on assistances (staff_no) where status in ('waiting', 'joined', 'prepared');
create index assistances_open on assistances (expires_at) where status in ('waiting', 'joined', 'prepared');

-- Who did which step, append-only: outlets help, residents decide, and both can be shown later.
create table assistance_events (
  assistance_no text not null references assistances (assistance_no),
  id bigint not null,
  actor text not null,
  step text not null,
  details jsonb,
  happened_at timestamptz not null,
  primary key (assistance_no, id)
);
