-- Recordings with what few of them have, and which ways they came by at all: without these the list goes through all of them.
-- A job writes them when it reads a recording, and buying does not.
create index recording_digests_gap on recording_digests (shard, trace) where 'gap' = any (marks);
create index recording_digests_failed_call on recording_digests (shard, trace) where 'failed-call' = any (marks);
create index recording_digests_short on recording_digests (shard, trace) where short_read;
create index recording_digests_channel on recording_digests (channel);
