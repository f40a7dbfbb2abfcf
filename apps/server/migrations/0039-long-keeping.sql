-- Long keeping: keys that follow one another, stamps that outlive their certificates.
create index log_entries_keys on log_entries (position) where key like 'key/%';

-- Until when the certificates of a stamp are valid.
alter table log_stamps add column good_until timestamptz;

-- A day's stamps, stamped again before what they rest on ends; each time once more over what was there before.
create table log_archives (
  day date not null,
  generation smallint not null,
  list bytea not null,
  reply bytea not null,
  certificates text not null,
  stamped_at timestamptz not null,
  good_until timestamptz not null,
  primary key (day, generation)
);

-- Somebody claims erasure of a recording that is not sealed yet; and what was said about the claim.
alter table recordings add column restricted_at timestamptz;
alter table recordings add column restricted_why text;
alter table evidence_recordings add column restricted_why text;
