-- When the people were taken out of claims and complaints whose own time is over; null: they are in it.
alter table claim_cases add column forgotten_at timestamptz;
alter table complaints add column forgotten_at timestamptz;
