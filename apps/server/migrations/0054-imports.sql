-- Files that operators give: read row by row, and counting only when another person has agreed. Few: not spread.
create table imports (
  id integer generated always as identity primary key,
  kind text not null,
  -- The day of which the file tells, the edition it is for
  options jsonb not null,
  name_sealed bytea not null,
  given_by integer not null references staff_accounts (id),
  given_at timestamptz not null,
  -- Whose it is; null: only for those who see all insurers
  insurers text[],
  sha256 text not null,
  size_bytes integer not null,
  pieces integer not null,
  -- arriving, waiting, reading, read, applying, done, refused, stopped, undone
  status text not null,
  -- The file is the first; rows that were put right come in further ones
  round integer not null default 1,
  -- Who works on it says so again and again; who finds the attempt taken over stops
  attempt integer not null default 0,
  lease_until timestamptz,
  -- Attempts since a row was last written: what stops every program is given up
  tries integer not null default 0,
  -- When this attempt began, and behind how many rows: how fast it goes
  began_at timestamptz,
  began_rows integer not null default 0,
  -- The last row of the file that is written down
  cursor_line integer not null default 0,
  rows_total integer,
  rows_read integer not null default 0,
  rows_good integer not null default 0,
  rows_bad integer not null default 0,
  rows_live integer not null default 0,
  rows_gone integer not null default 0,
  rows_added integer not null default 0,
  rows_changed integer not null default 0,
  rows_same integer not null default 0,
  approval_id integer references staff_approvals (id),
  problem text not null default '',
  -- What the kind keeps of what it made: a file's id, a version
  made jsonb,
  read_at timestamptz,
  live_at timestamptz
);
create index imports_open on imports (id) where status in ('waiting', 'reading', 'applying');
create index imports_kept on imports (given_at) where status in ('arriving', 'waiting', 'reading', 'read');

-- The bytes of a file, sealed piece by piece, until it has been read.
create table import_pieces (
  import_id integer not null references imports (id),
  round integer not null,
  piece integer not null,
  bytes_sealed bytea not null,
  primary key (import_id, round, piece)
);

-- Rows that are right and do not count yet; they go when they do.
create table import_rows (
  import_id integer not null references imports (id),
  line integer not null,
  -- Rows that count together or not at all
  unit text collate "C" not null,
  -- By what two rows are the same
  key text collate "C" not null,
  -- What all rows of a unit say alike, as a keyed hash
  mark text,
  -- added, changed, same
  against text not null,
  row_sealed bytea not null,
  primary key (import_id, line),
  unique (import_id, key)
);
create index import_rows_by_unit on import_rows (import_id, unit, line);

-- Rows that are not right, and why; never what stands in them.
create table import_problems (
  import_id integer not null references imports (id),
  line integer not null,
  column_name text not null,
  problem text not null,
  fix text not null,
  primary key (import_id, line)
);
