-- Versions of pages and clauses that are being worked on: one for each document of an edition.
create table document_drafts (
  edition_code text not null,
  document_key text not null,
  version integer not null,
  title text not null,
  blocks jsonb not null,
  sha256 text not null,
  reason text not null,
  -- Rises with every change; whoever agrees names the one they saw.
  revision integer not null,
  status text not null,
  editors integer[] not null,
  publish_at timestamptz,
  note text,
  saved_by integer not null,
  saved_at timestamptz not null,
  primary key (edition_code, document_key)
);
create index document_drafts_due on document_drafts (publish_at) where status = 'scheduled';

-- Who agreed to a draft as it is now; a change begins anew.
create table document_agreements (
  edition_code text not null,
  document_key text not null,
  revision integer not null,
  staff_id integer not null,
  roles text[] not null,
  note text,
  at timestamptz not null,
  primary key (edition_code, document_key, revision, staff_id)
);

-- Why a version was made, by whom, and who agreed; empty for those of the first start.
alter table documents
  add column reason text not null default '',
  add column editors integer[] not null default '{}',
  add column approved_by integer[] not null default '{}';
