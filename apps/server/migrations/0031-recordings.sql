-- Index of recorded visits: which chunk lies where, and whose. The chunks are in segment files, encrypted; everything here but
-- the keys and the owner can be made again from them. A recording's rows lie in the shard of its id.
create table recordings (
  shard smallint not null,
  trace text not null,
  created_at timestamptz not null,
  last_received_at timestamptz not null,
  -- Whose it is: the session that used it first, and the account as soon as one is known.
  session_hash bytea,
  user_id bigint,
  user_shard smallint,
  -- The account as keyed hash, by which an operator finds it.
  holder bytea,
  product text,
  -- Which key wraps the two data keys. Without the wrapped keys nothing of the recording can be read again.
  kek text not null,
  keys_wrapped bytea,
  -- Batches of the client's.
  batches integer not null default 0,
  -- How many sealed objects there are; what comes after the first is late.
  sealed smallint not null default 0,
  primary key (shard, trace)
);
create index recordings_by_holder on recordings (holder) where holder is not null;

create table recording_chunks (
  shard smallint not null,
  trace text not null,
  sha256 bytea not null,
  kind text not null,
  tab text not null,
  seq integer not null,
  -- 0: stands under its seq; 1: other data under a seq that is taken; 2: the same batch once more, from another server.
  standing smallint not null,
  data_sha256 bytea not null,
  received_at timestamptz not null,
  events integer not null,
  -- By the clock of the client, in ms.
  first_at bigint not null,
  last_at bigint not null,
  flags text[] not null,
  segment text not null,
  -- Its number in the file, and where the chunk begins.
  frame integer not null,
  position integer not null,
  length integer not null,
  -- Which sealed object holds it.
  addendum smallint,
  primary key (shard, trace, sha256)
);
create unique index recording_chunks_standing on recording_chunks (shard, trace, tab, seq) where standing = 0;
create index recording_chunks_beside on recording_chunks (shard, trace, tab, seq) where standing > 0;
create index recording_chunks_in_segment on recording_chunks (segment, frame);

-- The files of chunks that are not sealed yet. An open one is still written to.
create table recording_segments (
  segment text primary key,
  worker smallint not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  bytes integer,
  frames integer
);
create index recording_segments_of_worker on recording_segments (worker) where closed_at is null;

-- What became of an order's recording: bound; unrecorded: the page sent none; foreign: another account's.
create table order_recordings (
  shard smallint not null,
  order_id bigint not null,
  trace text,
  state text not null,
  noted_at timestamptz not null,
  primary key (shard, order_id)
);
create index order_recordings_by_trace on order_recordings (trace) where trace is not null;

-- Who opened the keys of a recording, and why.
create table recording_openings (
  shard smallint not null,
  trace text not null,
  opened_at timestamptz not null,
  opened_by text not null,
  reason text not null,
  primary key (shard, trace, opened_at, opened_by)
);

-- The recording that ran when a payment was begun, where it is not the order's.
alter table payment_attempts add column trace_id text;
