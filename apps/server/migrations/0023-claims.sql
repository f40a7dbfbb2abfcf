-- By which rules claims of an edition are worked out. A published version never changes: a new one is added.
create table adjustment_rules (
  edition_code text not null,
  version integer not null,
  document jsonb not null,
  published_at timestamptz not null,
  published_by text not null,
  reason text not null,
  primary key (edition_code, version)
);

-- Files in which an insurer tells of its claims.
create table claim_files (
  id uuid primary key default gen_random_uuid(),
  -- The day of which it tells; a claim is as the file of the latest day says.
  day date not null,
  given_by text not null,
  -- waiting to be read, imported; refused: nothing of it counts
  state text not null default 'waiting',
  sha256 text not null,
  size_bytes integer not null,
  -- Lines that were read, claims they tell of, and lines that could not be read.
  row_count integer not null default 0,
  case_count integer not null default 0,
  bad_count integer not null default 0,
  problem text,
  arrived_at timestamptz not null,
  finished_at timestamptz,
  lease_until timestamptz
);
create unique index claim_files_once on claim_files (sha256) where state in ('waiting', 'imported');
create index claim_files_waiting on claim_files (arrived_at) where state = 'waiting';

-- The bytes of a file, sealed, until it has been read.
create table claim_file_parts (
  file_id uuid not null,
  part integer not null,
  sealed bytea not null,
  primary key (file_id, part)
);

-- Lines that could not be read, and why; never what stands in them.
create table claim_file_problems (
  file_id uuid not null,
  line integer not null,
  why text not null,
  primary key (file_id, line)
);

-- A claim as its insurer told of it last. The shard is the person's.
create table claim_cases (
  shard smallint not null,
  case_no text not null,
  person_index bytea not null,
  -- The phone the insurer knows as the person's own, or as the guardian's.
  phone_index bytea,
  -- Name, paper, hospital, end of the account's number
  person_sealed bytea not null,
  edition_code text not null,
  plan_code text,
  rule_version integer not null,
  policy_no text not null,
  one_stop boolean not null,
  kind text not null,
  visit_from date not null,
  visit_to date not null,
  accepted_on date not null,
  papers_on date,
  decided_on date,
  paid_on date,
  status text not null,
  refusal text,
  missing_papers text not null,
  ratio_class text not null,
  payable_fen integer,
  data_as_of date not null,
  -- Keyed hash of all of it: the lines of one claim say the same.
  facts_hash bytea not null,
  day date not null,
  file_id uuid not null,
  primary key (shard, case_no)
);
create index claim_cases_by_person on claim_cases (shard, person_index);
create index claim_cases_by_number on claim_cases (case_no);

-- What the medical insurance settled, of each claim as its newest file says.
create table claim_settlements (
  shard smallint not null,
  case_no text not null,
  file_id uuid not null,
  settlement_no text not null,
  line integer not null,
  total_fen integer not null,
  medical_fen integer not null,
  serious_fen integer not null,
  other_fen integer not null,
  in_scope_fen integer not null,
  out_of_scope_fen integer not null,
  special_drug_fen integer not null,
  primary key (shard, case_no, file_id, settlement_no)
);

-- Whom an account that keeps nobody as itself said to be, proven by its phone. The first one stays.
create table claim_viewers (
  shard smallint not null,
  user_id bigint not null,
  person_index bytea not null,
  person_sealed bytea not null,
  confirmed_at timestamptz not null,
  primary key (shard, user_id)
);

-- Wishes to have a claim worked out again. The shard is the person's.
create table claim_rechecks (
  shard smallint not null,
  id bigint not null,
  case_no text not null,
  edition_code text not null,
  -- What seems wrong, and the phone for the answer
  note_sealed bytea not null,
  status text not null,
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  answer text,
  told_at timestamptz,
  primary key (shard, id)
);
create unique index claim_rechecks_open on claim_rechecks (shard, case_no) where status = 'asked';
create index claim_rechecks_of_case on claim_rechecks (shard, case_no, id);
create index claim_rechecks_waiting on claim_rechecks (asked_at) where status = 'asked';
create index claim_rechecks_untold on claim_rechecks (decided_at) where decided_at is not null and told_at is null;
