/**
 * Joins from an order `s` to what is known of its recording; the recording's shard is the first byte of its id's hash.
 * Each row is looked up by its key (`offset 0`): believed to be many, they were found by reading whole tables.
 */
export const EVIDENCE = `
  left join lateral (
    select f.state, f.trace, get_byte(sha256(convert_to(f.trace, 'UTF8')), 0) as trace_shard
    from order_recordings f where f.shard = s.shard and f.order_id = s.id offset 0) b on true
  left join lateral (
    select f.trace, f.gaps, f.verdict from evidence_recordings f
    where f.shard = b.trace_shard and f.trace = b.trace and b.state = 'bound' offset 0) e on true
  left join lateral (
    select f.gaps from recording_digests f
    where f.shard = b.trace_shard and f.trace = b.trace and b.state = 'bound' offset 0) d on true
  left join lateral (
    select sum(r.dwell_ms)::float8 as dwell_ms from recording_readings r
    where r.shard = b.trace_shard and r.trace = b.trace and b.state = 'bound' and r.document = 'clauses') read on true`;
