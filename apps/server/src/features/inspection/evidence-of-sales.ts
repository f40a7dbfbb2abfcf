/** Joins from an order `s` to what is known of its recording; the recording's shard is the first byte of its id's hash. */
export const EVIDENCE = `
  left join order_recordings b on b.shard = s.shard and b.order_id = s.id
  left join evidence_recordings e
    on e.shard = get_byte(sha256(convert_to(b.trace, 'UTF8')), 0) and e.trace = b.trace and b.state = 'bound'
  left join recording_digests d
    on d.shard = get_byte(sha256(convert_to(b.trace, 'UTF8')), 0) and d.trace = b.trace and b.state = 'bound'
  left join lateral (
    select sum(r.dwell_ms)::float8 as dwell_ms from recording_readings r
    where r.shard = get_byte(sha256(convert_to(b.trace, 'UTF8')), 0) and r.trace = b.trace and b.state = 'bound'
      and r.document = 'clauses') read on true`;
