-- Who may take a recording out as a package, what of it, and until when: another person agreed.
create table recording_exports (
  shard smallint not null,
  trace text not null,
  approval_id integer not null,
  staff_id integer not null,
  approved_by integer not null,
  -- proofs, masked or unmasked.
  content text not null,
  reason text not null,
  approved_at timestamptz not null,
  until timestamptz not null,
  -- When it first went out; the log has an entry since.
  taken_at timestamptz,
  primary key (shard, trace, approval_id)
);
