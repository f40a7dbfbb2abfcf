-- What operators work on before residents see it: one draft per edition.
create table edition_drafts (
  edition_code text primary key,
  -- The number that it will have, and the live one it was made from; null: never published.
  version integer not null,
  base_version integer,
  copied_from text,
  document jsonb not null,
  becomes_default boolean not null,
  -- When a change of the end of the sale was announced.
  end_announced_on text not null default '',
  -- Rises with every change; whoever agrees names the one they saw.
  revision integer not null,
  status text not null,
  editors integer[] not null,
  publish_at timestamptz,
  note text,
  saved_by integer not null,
  saved_at timestamptz not null
);
create index edition_drafts_due on edition_drafts (publish_at) where status = 'scheduled';

-- Who agreed to a draft as it is now, or sent it back; a change begins anew.
create table edition_agreements (
  edition_code text not null,
  revision integer not null,
  staff_id integer not null,
  roles text[] not null,
  note text,
  at timestamptz not null,
  primary key (edition_code, revision, staff_id)
);

-- What was published, by whom it was changed and approved.
create table edition_versions (
  edition_code text not null,
  version integer not null,
  document jsonb not null,
  editors integer[] not null,
  approved_by integer[] not null,
  published_at timestamptz not null,
  primary key (edition_code, version)
);
