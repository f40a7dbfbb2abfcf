-- Until when somebody has looked at what became of their own requests.
alter table staff_accounts add column results_seen_at timestamptz;
