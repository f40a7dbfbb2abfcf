-- What operators look recordings through by. Made from the recordings themselves, by a job, and made again from them.
create table recording_digests (
  shard smallint not null,
  trace text not null,
  -- Up to which batch it was read, by when that was received.
  through timestamptz not null,
  channel text not null,
  pages integer not null,
  gaps integer not null,
  -- The clauses were open for less than three seconds.
  short_read boolean not null,
  -- Which kinds of marks there are.
  marks text[] not null,
  primary key (shard, trace)
);

-- How long each document was open, for the median of its version.
create table recording_readings (
  shard smallint not null,
  trace text not null,
  document text not null,
  version integer not null,
  opened_at bigint not null,
  dwell_ms integer not null,
  primary key (shard, trace, document, version, opened_at)
);
create index recording_readings_of_version on recording_readings (document, version);

-- Who may see a recording as it was, and until when: another person agreed.
create table recording_unmaskings (
  shard smallint not null,
  trace text not null,
  staff_id integer not null,
  approval_id integer not null,
  until timestamptz not null,
  primary key (shard, trace, staff_id, approval_id)
);

create index recordings_by_time on recordings (last_received_at desc, trace desc);
