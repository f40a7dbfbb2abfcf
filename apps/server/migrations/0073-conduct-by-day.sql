-- What the regulator's indicators add up, by day of payment: a day is counted anew from the rows themselves whenever
-- anything of its sales changed, however late. Grows with days, not with residents: not spread.
create table conduct_days (
  day date not null,
  edition_code text not null,
  -- '' where it is not known
  city text not null,
  channel text not null,
  -- group, share, agent, outlet; '' who came by themselves
  origin text not null,
  orders integer not null,
  people integer not null,
  -- Given back now, wholly or in part, or on the way back
  refunded integer not null,
  recorded integer not null,
  complete integer not null,
  primary key (day, edition_code, city, channel, origin)
);
-- For how many whole seconds the clauses were open (ten minutes at most), and in how many sales; '*': all together.
create table conduct_readings (
  day date not null,
  edition_code text not null,
  city text not null,
  channel text not null,
  seconds smallint[] not null,
  sales integer[] not null,
  primary key (day, edition_code, city, channel)
);
-- Attempts to pay by the day on which they were begun.
create table conduct_attempts (
  day date not null,
  edition_code text not null,
  city text not null,
  channel text not null,
  ended integer not null,
  failed integer not null,
  -- Without an outcome yet
  open integer not null,
  primary key (day, edition_code, city, channel)
);
-- Sales by the hour in which they were paid, whoever sold them: from a place in the list of payments to its hour.
create table conduct_hours (
  hour timestamptz primary key,
  orders integer not null
);
create table conduct_due (day date primary key);
-- One row: whoever locks it counts.
create table conduct_progress (
  one boolean primary key default true check (one),
  -- Changes were looked for until then.
  seen_until timestamptz,
  -- The figures hold everything that had changed by then.
  counted_until timestamptz
);
insert into conduct_progress default values;

-- When what is known of a recording was written last.
alter table evidence_recordings add column noted_at timestamptz;
create index evidence_recordings_noted on evidence_recordings (noted_at) where noted_at is not null;
alter table recording_digests add column noted_at timestamptz;
create index recording_digests_noted on recording_digests (noted_at) where noted_at is not null;
create index refunds_by_asking on refunds (created_at);
create index changes_by_decision on changes (decided_at) where decided_at is not null;

-- How a sample was drawn: 1 by the smallest hashes of seed and order number, 2 by places in the list of payments.
alter table inspection_samples add column method smallint not null default 1;
