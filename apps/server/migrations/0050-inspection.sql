-- Random samples that were drawn for an inspection: by which seed, out of how many, and what came out. Few: not spread.
create table inspection_samples (
  id integer generated always as identity primary key,
  drawn_by integer not null references staff_accounts (id),
  drawn_at timestamptz not null,
  seed text not null,
  -- Days of payment; nothing paid after the drawing counts.
  from_day text not null,
  to_day text not null,
  population integer not null,
  -- In the order of their hashes.
  order_ids bigint[] not null
);
create index inspection_samples_by_drawer on inspection_samples (drawn_by, id desc);
