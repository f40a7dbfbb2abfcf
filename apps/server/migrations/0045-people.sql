-- Where a person's newest data lies, so that somebody at a desk finds them by number, or by surname and the number's end.
-- Nothing of the person is in it: two keyed hashes and a place.
create table people (
  person_index bytea primary key,
  -- Of the first character of the name and the last three of the number.
  part_index bytea not null,
  -- insured, member, payer (then the row is an order)
  source text not null,
  shard smallint not null,
  row_id bigint not null,
  -- Of which moment the data is.
  seen_at timestamptz not null
);
create index people_by_part on people (part_index);

-- How far the job has come that fills it.
create table people_progress (
  kind text primary key,
  seen_at timestamptz not null,
  row_id bigint not null
);
insert into people_progress (kind, seen_at, row_id) values ('orders', '2000-01-01', 0), ('members', '2000-01-01', 0);
create index members_by_change on members (updated_at, id);

-- Who of the staff may see which of a person's data as it is, and until when: another person agreed.
create table person_reveals (
  person_index bytea not null,
  staff_id integer not null,
  approval_id integer not null,
  fields text[] not null,
  until timestamptz not null,
  primary key (person_index, staff_id, approval_id)
);

-- What was spoken or sent; the words are sealed.
create table person_contacts (
  person_index bytea not null,
  id bigint not null,
  at timestamptz not null,
  staff_id integer not null,
  -- call, message
  kind text not null,
  ticket text,
  words_sealed bytea not null,
  primary key (person_index, id)
);

-- How often somebody did something today.
create index staff_audit_of_day on staff_audit (staff_id, what, at);
