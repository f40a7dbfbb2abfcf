-- How each server's jobs went, as it says itself every few seconds; small, one row per server and job.
create table job_runs (
  worker smallint not null,
  job text not null,
  every_ms integer not null,
  said_at timestamptz not null,
  ended_at timestamptz not null,
  duration_ms integer not null,
  -- Pieces done in the last round, and since this server started
  done integer not null,
  done_in_all bigint not null,
  -- In a row
  failures integer not null,
  failed_at timestamptz,
  failure text,
  primary key (worker, job)
);

-- Jobs that somebody wants run now; the first server that looks does it.
create table job_wishes (
  job text primary key,
  asked_at timestamptz not null,
  asked_by integer not null references staff_accounts (id)
);

-- Who saw to an alert, and what they did.
alter table operator_alerts add column resolved_by integer references staff_accounts (id), add column note text;
create index operator_alerts_open on operator_alerts (created_at desc, id desc) where resolved_at is null;
create index operator_alerts_done on operator_alerts (created_at desc, id desc) where resolved_at is not null;
