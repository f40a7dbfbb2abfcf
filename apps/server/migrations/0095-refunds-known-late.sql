-- When a refund became known whose day was counted for good by then; null for all others.
alter table refunds add column known_late_at timestamptz;
create index refunds_known_late on refunds (known_late_at) where known_late_at is not null;
