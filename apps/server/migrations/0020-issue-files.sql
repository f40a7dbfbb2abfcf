-- Issue files of the insurers: which policies they have issued, at which premium, in which shares. Numbers and sums only.
create table issue_files (
  id uuid primary key default gen_random_uuid(),
  -- The day of which it tells; a policy is as the file of the latest day says.
  day date not null,
  given_by text not null,
  -- arriving, waiting to be read, imported; refused: nothing of it counts
  state text not null default 'arriving',
  -- SHA-256 of the file, hex; of one whose last byte has come.
  sha256 text,
  encoding text,
  size_bytes bigint,
  -- Lines that were read, and lines that could not be.
  row_count integer not null default 0,
  bad_count integer not null default 0,
  -- Line and reason of the first of these.
  bad_rows jsonb not null default '[]',
  problem text,
  arrived_at timestamptz not null,
  finished_at timestamptz,
  lease_until timestamptz
);
create unique index issue_files_once on issue_files (sha256) where state in ('waiting', 'imported');
create index issue_files_waiting on issue_files (arrived_at) where state in ('arriving', 'waiting');

-- The bytes of a file until it has been read.
create table issue_file_parts (
  file_id uuid not null,
  part integer not null,
  bytes bytea not null,
  primary key (file_id, part)
);

-- A policy as the insurer told of it last. Shard 0 and no policy_id where the number is none of ours.
create table insurer_policies (
  shard smallint not null,
  policy_no text not null,
  policy_id bigint,
  edition_code text not null,
  issued_on date not null,
  premium_fen integer not null,
  state text not null,
  shares jsonb not null,
  day date not null,
  file_id uuid not null,
  line integer not null,
  primary key (shard, policy_no)
);
create index insurer_policies_by_id on insurer_policies (shard, policy_id) where policy_id is not null;

-- One row per edition of which the insurer has told; compared by one server at a time.
create table issue_editions (
  edition_code text primary key,
  -- Day of the newest file.
  latest_day date not null,
  due_at timestamptz,
  lease_until timestamptz,
  run_id bigint,
  compared_at timestamptz
);

-- What the last comparison came to, by the day of issue.
create table issue_days (
  edition_code text not null,
  day date not null,
  policies integer not null,
  premium_fen bigint not null,
  insurer_policies integer not null,
  insurer_fen bigint not null,
  agreed integer not null,
  waiting integer not null,
  differing integer not null,
  primary key (edition_code, day)
);

create table issue_differences (
  shard smallint not null,
  id bigint not null,
  edition_code text not null,
  -- On which it was issued here, or else there.
  day date not null,
  class text not null,
  policy_no text not null,
  own_fen integer,
  own_state text,
  insurer_fen integer,
  insurer_state text,
  finding text not null,
  -- open: a person has to decide; resolved
  state text not null,
  resolution text,
  reason text,
  resolved_by text,
  resolved_at timestamptz,
  opened_at timestamptz not null,
  -- The comparison that opened it last.
  opened_run_id bigint not null,
  -- The comparison that found it last.
  run_id bigint not null,
  primary key (shard, id)
);
create index issue_differences_by_day on issue_differences (edition_code, day, id);
