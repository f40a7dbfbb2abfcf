-- What the dashboard and the reports add up, counted again and again by a job from the rows themselves. Grows with hours
-- and days, not with residents: not spread.
create table report_hours (
  -- sale, person, placed, begun, attempt, charge, refund, recorded, visit
  fact text not null,
  -- Beginning of the hour in which it happened
  at timestamptz not null,
  edition_code text not null,
  -- '' where it is not known
  city text not null,
  channel text not null,
  method text not null,
  -- What kind of the fact: an age band, an outcome, a reason
  detail text not null,
  cases integer not null,
  people integer not null,
  fen bigint not null,
  primary key (at, fact, edition_code, city, channel, method, detail)
);
create table report_days (
  fact text not null,
  day date not null,
  edition_code text not null,
  city text not null,
  channel text not null,
  method text not null,
  detail text not null,
  cases integer not null,
  people integer not null,
  fen bigint not null,
  primary key (day, fact, edition_code, city, channel, method, detail)
);
create index report_days_of_fact on report_days (fact, edition_code, day);

-- One row: how far the job is. Whoever locks it counts.
create table report_progress (
  one boolean primary key default true check (one),
  -- Days before this one are counted for good.
  closed_until date,
  counted_until timestamptz
);
insert into report_progress default values;

-- Why its provider did not take a payment, by the provider's code.
alter table payment_attempts add column refusal text;

-- Rows come in the order of their time, so that a few pages per range are enough to find an hour.
create index payment_attempts_by_time on payment_attempts using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index recordings_by_beginning on recordings using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index order_recordings_by_time on order_recordings using brin (noted_at) with (pages_per_range = 16, autosummarize = on);
create index refunds_by_settling on refunds (settled_at) where settled_at is not null;
create index orders_unissued on orders (paid_at) where status in (30, 40);
