-- The next version of a list that residents see (outlets, drugs, pharmacies, health services), while it is written and
-- until a second person agreed to it. One for each list and edition; '' for the outlets, which belong to none.
create table catalogue_drafts (
  list text not null,
  edition_code text not null,
  -- Another with each change.
  revision integer not null,
  -- What residents saw when it was begun.
  base_version integer not null,
  rows jsonb not null,
  source text not null,
  -- Everybody who wrote on it: none of them agrees to it.
  writers integer[] not null,
  written_by text not null,
  written_at timestamptz not null,
  primary key (list, edition_code)
);
create sequence catalogue_revisions as integer;

-- Why a version was published.
alter table edition_lists add column reason text;
alter table outlet_lists add column reason text;
