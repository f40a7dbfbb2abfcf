-- Who brings orders: institutions, and the people who work for them under their registration. An order is put down to a code.
create table sale_channels (
  code text primary key,
  kind text not null,
  -- For whom an agent works.
  parent_code text references sale_channels (code),
  -- Of an agent a person's name.
  name_sealed bytea not null,
  licence_no text,
  licence_until date,
  is_stopped boolean not null default false,
  changed_at timestamptz not null
);
create index sale_channels_of on sale_channels (parent_code, code);

create table sale_channel_changes (
  number bigint generated always as identity primary key,
  code text not null,
  at timestamptz not null,
  by text not null,
  what text not null,
  reason text not null
);
create index sale_channel_changes_of on sale_channel_changes (code, number desc);

-- Two facts more are added up, from the first day on.
update report_progress set closed_until = null, counted_until = null;
