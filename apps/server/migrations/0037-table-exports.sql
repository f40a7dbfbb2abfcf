-- Lists handed out as files: asked for by one, agreed to by another, made by a job, kept for a day. Few: not spread.
create table staff_exports (
  id integer generated always as identity primary key,
  approval_id integer not null unique references staff_approvals (id),
  asked_by integer not null references staff_accounts (id),
  kind text not null,
  format text not null,
  subject text not null,
  filter_sealed bytea not null,
  -- waiting, making, ready, failed, gone
  status text not null,
  -- Who makes it says so again and again; who finds the attempt taken over stops
  attempt integer not null default 0,
  lease_until timestamptz,
  rows_done integer not null default 0,
  rows_total integer,
  problem text not null default '',
  approved_at timestamptz not null,
  until timestamptz
);
create index staff_exports_open on staff_exports (id) where status in ('waiting', 'making');
create index staff_exports_by_asker on staff_exports (asked_by, id);
create index staff_exports_until on staff_exports (until) where status = 'ready';

-- The bytes of a file, sealed piece by piece.
create table staff_export_parts (
  export_id integer not null references staff_exports (id),
  part integer not null,
  bytes_sealed bytea not null,
  primary key (export_id, part)
);
