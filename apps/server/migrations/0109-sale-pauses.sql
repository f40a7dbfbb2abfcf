-- The sale of an edition stands still, everywhere or in one city, until it is let go on again.
create table sale_pauses (
  id bigint generated always as identity primary key,
  edition_code text not null,
  -- Six digits of a city; null: the whole province.
  city text,
  -- For operators, and for residents.
  reason text not null,
  resident_text text not null,
  -- When it is thought to go on; it never does by itself.
  expected_until timestamptz,
  begun_at timestamptz not null,
  begun_by bigint not null,
  ended_at timestamptz,
  ended_by bigint,
  end_reason text
);
create unique index sale_pauses_open on sale_pauses (edition_code, coalesce(city, '')) where ended_at is null;
