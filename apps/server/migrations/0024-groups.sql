-- Companies that insure their people: one row per company and edition, in the bucket of the company's own index.
-- The group's id is also the owner (`user_id`) of its people's orders: no account has it, so no account finds them.
create table groups (
  shard smallint not null,
  id bigint not null,
  edition_code text not null,
  plan_code text not null,
  company_index bytea not null,
  -- Index of the contact person's phone: whoever logs in with it looks after the group.
  contact_index bytea not null,
  -- Company, credit code, contact, phone, title of the invoice, remark.
  details_sealed bytea not null,
  region_code text not null,
  head_count integer not null,
  agent_code text,
  status text not null,
  -- Last day for the list.
  roster_until date,
  -- Who of the operators looks after it, as residents see it.
  manager jsonb,
  -- The invoice as it was written: number and day.
  invoice jsonb,
  created_at timestamptz not null,
  primary key (shard, id)
);
-- A company has one group of an edition at a time.
create unique index groups_by_company on groups (shard, edition_code, company_index) where status <> 'closed';
create index groups_by_contact on groups (contact_index);
create index groups_by_status on groups (status, id);

-- What happened, by whom; also the moments of the progress.
create table group_events (
  shard smallint not null,
  group_id bigint not null,
  id bigint not null,
  -- A status that was reached, or `note` and other words.
  kind text not null,
  actor text not null,
  note text,
  at timestamptz not null,
  -- What the contact person is told by message; null: nothing.
  news text,
  told_at timestamptz,
  primary key (shard, group_id, id)
);
create index group_events_untold on group_events (id) where news is not null and told_at is null;

-- Lists of people as they were handed in; their content goes as soon as it is read.
create table group_files (
  shard smallint not null,
  id bigint not null,
  group_id bigint not null,
  name_sealed bytea not null,
  state text not null,
  -- Why it could not be read as a whole.
  problem text,
  rows_read integer not null default 0,
  rows_good integer not null default 0,
  rows_bad integer not null default 0,
  given_by text not null,
  given_at timestamptz not null,
  finished_at timestamptz,
  lease_until timestamptz,
  primary key (shard, id)
);
create index group_files_by_group on group_files (shard, group_id, id desc);
create index group_files_waiting on group_files (id) where state = 'waiting';

create table group_file_chunks (
  shard smallint not null,
  file_id bigint not null,
  seq smallint not null,
  sealed bytea not null,
  primary key (shard, file_id, seq)
);

-- Rows of the newest file that have to be put right; masked.
create table group_row_problems (
  shard smallint not null,
  group_id bigint not null,
  line integer not null,
  file_id bigint not null,
  name_masked text not null,
  id_masked text not null,
  problem text not null,
  fix text not null,
  primary key (shard, group_id, line)
);

create table group_people (
  shard smallint not null,
  id bigint not null,
  group_id bigint not null,
  -- The newest file that has this person, and where.
  file_id bigint not null,
  line integer not null,
  person_index bytea not null,
  details_sealed bytea not null,
  region_code text,
  status text not null,
  -- The link of the newest message, as a hash.
  link_hash bytea,
  link_until timestamptz,
  invite_due_at timestamptz,
  invited_at timestamptz,
  invites smallint not null default 0,
  -- What was read, in which versions, and when.
  agreed_documents jsonb,
  answered_at timestamptz,
  bill_id bigint,
  order_id bigint,
  next_try_at timestamptz,
  -- Why somebody was dropped.
  note text,
  told_at timestamptz,
  created_at timestamptz not null,
  primary key (shard, id)
);
create unique index group_people_once on group_people (shard, group_id, person_index)
  where status not in ('dropped', 'removed');
create index group_people_by_group on group_people (shard, group_id, line, id);
create index group_people_by_link on group_people (shard, link_hash) where link_hash is not null;
create index group_people_to_invite on group_people (invite_due_at) where invite_due_at is not null;
create index group_people_leaving on group_people (shard, id) where status = 'leaving';
create index group_people_by_order on group_people (shard, order_id) where order_id is not null;

create table group_bills (
  shard smallint not null,
  id bigint not null,
  group_id bigint not null,
  -- Written into the transfer.
  reference text not null,
  people integer not null,
  unit_fen integer not null,
  amount_fen integer not null check (amount_fen > 0),
  -- open, paid, done, withdrawn
  state text not null,
  due_on date not null,
  created_by text not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  done_at timestamptz,
  -- Where the contact's files of this bill are.
  voucher_shard smallint,
  lease_until timestamptz,
  primary key (shard, id)
);
create index group_bills_by_group on group_bills (shard, group_id, id desc);
create unique index group_bills_one on group_bills (shard, group_id) where state in ('open', 'paid');
create index group_bills_paid on group_bills (id) where state = 'paid';

-- Money that arrived by transfer: entered by one person from the bank's statement, confirmed by another.
create table group_receipts (
  shard smallint not null,
  id bigint not null,
  group_id bigint not null,
  bank_reference text not null,
  amount_fen integer not null check (amount_fen > 0),
  payer_sealed bytea not null,
  received_on date not null,
  entered_by text not null,
  entered_at timestamptz not null,
  confirmed_by text,
  confirmed_at timestamptz,
  withdrawn_at timestamptz,
  primary key (shard, id),
  check (confirmed_by <> entered_by),
  check (confirmed_at is null or withdrawn_at is null)
);
create index group_receipts_by_group on group_receipts (shard, group_id);

-- Money that goes back to a company by transfer: proposed by one person, paid and recorded by another.
create table group_payouts (
  shard smallint not null,
  id bigint not null,
  group_id bigint not null,
  amount_fen integer not null check (amount_fen > 0),
  reason text not null,
  payee_sealed bytea not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  bank_reference text,
  paid_on date,
  paid_by text,
  paid_at timestamptz,
  withdrawn_at timestamptz,
  primary key (shard, id),
  check (paid_by <> proposed_by),
  check (paid_at is null or withdrawn_at is null)
);
create index group_payouts_by_group on group_payouts (shard, group_id);

-- A line of the bank's statement stands for one movement only.
create table bank_references (
  reference text primary key,
  shard smallint not null,
  source_id bigint not null
);
