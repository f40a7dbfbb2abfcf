-- What is kept of a recorded sale once it is sealed: the objects, for how long, and what operators look for. No name, number or
-- phone is in here. A recording's rows lie in the shard of its id.
create table evidence_recordings (
  shard smallint not null,
  trace text not null,
  -- The word of packages/domain/src/evidence for everything below.
  state text not null,
  -- The order that was paid, or else the last one that was saved.
  order_shard smallint,
  order_id bigint,
  order_no text,
  holder bytea,
  product text not null,
  channel text not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  objects smallint not null,
  chunks integer not null,
  bytes bigint not null,
  pages integer not null,
  documents integer not null,
  consents integer not null,
  -- What is missing; of these, what only the phone could tell.
  gaps integer not null,
  told_gaps integer not null,
  -- The clauses were opened for less than three seconds.
  short_read boolean not null,
  flags text[] not null,
  kept_class text not null,
  -- Nothing is erased before; infinity while a dispute goes on.
  kept_until timestamptz not null,
  kept_rule text not null,
  -- When the retention is looked at again.
  look_at timestamptz not null,
  exported_at timestamptz,
  -- The person asked for erasure before the time was over: kept, and nothing else is done with it.
  restricted_at timestamptz,
  held_at timestamptz,
  due_at timestamptz,
  -- Its check was passed, its keys and objects go.
  erasing_at timestamptz,
  erased_at timestamptz,
  erased_rule text,
  verdict text,
  checked_at timestamptz,
  -- Why it could not be erased.
  refusal text,
  primary key (shard, trace)
);
create index evidence_recordings_by_look on evidence_recordings (look_at) where erased_at is null;
create index evidence_recordings_by_end on evidence_recordings (ended_at desc);
create index evidence_recordings_by_order on evidence_recordings (order_no) where order_no is not null;
create index evidence_recordings_by_holder on evidence_recordings (holder) where holder is not null;

-- One immutable object each: the recording (0), and what came late (1, 2 …).
create table evidence_objects (
  shard smallint not null,
  trace text not null,
  addendum smallint not null,
  -- planned: which chunks go into it is fixed; stored: it is in the store and was told back; sealed: it stands in the log.
  step text not null,
  sealed_at timestamptz not null,
  kept_class text not null,
  kept_until timestamptz not null,
  kept_rule text not null,
  tries integer not null default 0,
  problem text,
  lease_until timestamptz,
  name text not null,
  sha256 bytea,
  bytes integer,
  manifest_sha256 bytea,
  signature bytea,
  primary key (shard, trace, addendum)
);
create index evidence_objects_under_way on evidence_objects (sealed_at) where step <> 'sealed';

-- Disputes over a sale: while one goes on nothing of it is erased, nor for years afterwards.
create table evidence_disputes (
  shard smallint not null,
  trace text not null,
  dispute_no text not null,
  reason text not null,
  noted_by text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (shard, trace, dispute_no)
);

create index recording_chunks_unsealed on recording_chunks (received_at) where addendum is null;
