-- Wishes to be told when an edition's sale opens. No name and no identity number. A phone's rows lie in the shard of its
-- index.
create table bookings (
  shard smallint not null,
  id bigint not null,
  phone_index bytea not null,
  phone_sealed bytea not null,
  edition_code text not null,
  region_code text not null,
  head_count smallint not null,
  agent_code text,
  share_code text,
  share_from text,
  -- Which version of the privacy policy was shown with the consent to the message.
  privacy_version integer not null,
  status text not null default 'booked',
  booked_at timestamptz not null,
  notified_at timestamptz,
  insured_at timestamptz,
  cancelled_at timestamptz,
  -- The order by which the phone's account was insured.
  order_id bigint,
  -- waiting; sending: a server has taken it; unclear: the gateway has to be asked whether it went out; sent; refused;
  -- unknown: the gateway could not say within four days, and it is not sent again
  notice_state text not null default 'waiting',
  notice_tries smallint not null default 0,
  -- When it is sent, or the gateway asked.
  notice_at timestamptz not null,
  -- When a server took it to send it.
  notice_taken_at timestamptz,
  keep_until timestamptz not null,
  primary key (shard, id)
);
create unique index bookings_once on bookings (shard, phone_index, edition_code) where status <> 'cancelled';
create index bookings_by_phone on bookings (shard, phone_index, id desc);
create index bookings_to_tell on bookings (edition_code, notice_at)
  where status = 'booked' and notice_state in ('waiting', 'sending', 'unclear');
create index bookings_kept on bookings (keep_until);

-- Whose turn it is to send a batch; one row, so that all servers together keep one pace.
create table booking_turns (
  name text primary key,
  next_at timestamptz not null
);
insert into booking_turns (name, next_at) values ('notices', 'epoch');

-- Lists of outlets as operators gave them. One is shown; the former ones stay to go back to.
create table outlet_lists (
  version integer primary key,
  file_name text not null,
  sha256 text not null,
  given_by text not null,
  given_at timestamptz not null,
  outlet_count integer not null
);
create table outlets (
  version integer not null references outlet_lists (version),
  code text not null,
  organisation text not null,
  name text not null,
  city_code text not null,
  district text not null,
  address text not null,
  -- Of the maps used in China (GCJ-02), degrees.
  longitude double precision,
  latitude double precision,
  phone text not null,
  hours text not null,
  services text[] not null,
  -- Which lists beside the whole one it stands in.
  channels text[] not null,
  -- Credited with an order where the resident chose the outlet.
  agent_code text,
  position integer not null,
  primary key (version, code)
);
-- Which list is shown, one row once there is any; and who decided it when.
create table outlet_choice (
  only_row boolean primary key default true check (only_row),
  version integer not null references outlet_lists (version)
);
create table outlet_choices (
  version integer not null,
  chosen_by text not null,
  chosen_at timestamptz not null,
  primary key (chosen_at, version)
);

-- People who help at outlets belong to one of the list. Those kept before there was one have its name written out.
alter table assisting_staff add column outlet_code text;
alter table assisting_staff alter column outlet_name drop not null;
