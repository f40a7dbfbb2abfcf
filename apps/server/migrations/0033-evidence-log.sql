-- The log of the evidence: what was added, in which order, and what was said of it. Small and beside the order path: these
-- tables are not spread, they stay on one machine.
create table log_entries (
  -- One entry for each thing.
  key text primary key,
  entry bytea not null,
  appended_at timestamptz not null,
  -- Null while it waits for its number.
  position bigint unique
);
create index log_entries_waiting on log_entries (appended_at, key) where position is null;

create function refuse_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'the log is append-only';
end $$;
create trigger log_entries_stay before update or delete on log_entries
  for each row when (old.position is not null) execute function refuse_log_change();
create trigger log_entries_stay_all before truncate on log_entries
  for each statement execute function refuse_log_change();

-- One row: the log's name, chosen once, how many entries have a number, and which server is at work.
create table log_state (
  id boolean primary key default true check (id),
  origin text not null,
  size bigint not null default 0,
  lease_by text,
  lease_until timestamptz
);

create table log_checkpoints (
  number integer primary key,
  size bigint not null,
  checkpoint text not null,
  signed_at timestamptz not null
);

-- What was published of the chunks of a segment, and their hashes, of which a sealed recording needs its paths.
create table log_captures (
  segment text not null,
  from_frame integer not null,
  frames integer not null,
  root bytea not null,
  -- 32 bytes for each chunk; null once nothing of the segment waits to be sealed.
  hashes bytea,
  captured_at timestamptz not null,
  primary key (segment, from_frame)
);

-- Time stamps over checkpoints, one for each hour or day of an authority.
create table log_stamps (
  authority smallint not null,
  due_at timestamptz not null,
  checkpoint integer not null references log_checkpoints,
  stamped_at timestamptz not null,
  reply bytea not null,
  certificates text not null,
  primary key (authority, due_at)
);
