-- A restriction that was granted is taken back by whoever asked for it: when, and what that set free.
alter table rights_requests add column lifted_at timestamptz;
alter table rights_requests add column lifted_sealed bytea;
