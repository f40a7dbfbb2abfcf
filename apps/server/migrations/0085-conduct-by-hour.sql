-- The parts of the regulator's figures by the hour in which was paid or begun: a late change has its hour counted anew, and
-- the day is added up from its hours. Grows with hours and places, not with residents: not spread.
create table conduct_hour_sales (
  hour timestamptz not null,
  edition_code text not null,
  city text not null,
  channel text not null,
  origin text not null,
  orders integer not null,
  people integer not null,
  refunded integer not null,
  recorded integer not null,
  complete integer not null,
  primary key (hour, edition_code, city, channel, origin)
);
create table conduct_hour_readings (
  hour timestamptz not null,
  edition_code text not null,
  city text not null,
  channel text not null,
  seconds smallint[] not null,
  sales integer[] not null,
  primary key (hour, edition_code, city, channel)
);
create table conduct_hour_attempts (
  hour timestamptz not null,
  edition_code text not null,
  city text not null,
  channel text not null,
  ended integer not null,
  failed integer not null,
  -- Without an outcome yet
  open integer not null,
  primary key (hour, edition_code, city, channel)
);
create index conduct_hour_attempts_open on conduct_hour_attempts (hour) where open > 0;

drop table conduct_due;
create table conduct_due (
  hour timestamptz primary key,
  -- What came before it is in the parts of the hour; null: nothing yet.
  counted_to timestamptz
);
-- Now in the hours
alter table conduct_attempts drop column open;
-- The figures of days stand until each is added up from its hours: all of them are counted once more.
update conduct_progress set seen_until = null;
