-- Who shares. The code is a keyed hash of the account, or of the messaging app's user: always the same one for the same
-- person, and of no use to find out who it is.
create table share_codes (
  share_code text primary key,
  -- Null for a visitor whom only the messaging app knows
  user_id bigint,
  -- By whose share this person had come when they first shared
  parent_code text,
  created_at timestamptz not null
);

-- How shares travel, counted by day: no address, no number, of a person only the keyed hash of the openId (empty without one).
create table share_steps (
  shard smallint not null,
  share_code text not null,
  day date not null,
  step text not null,
  share_from text not null,
  page text not null,
  visitor_hash bytea not null,
  times integer not null,
  last_at timestamptz not null,
  primary key (shard, share_code, day, step, share_from, page, visitor_hash)
);
create index share_steps_by_day on share_steps (day);

-- Cards, posters and articles as they were written and approved; every change is a new version.
create table share_contents (
  content_id text not null,
  version integer not null,
  kind text not null,
  edition_code text not null,
  document jsonb not null,
  -- Product, insurers and intermediaries in full, as the edition had them
  names jsonb not null,
  -- The end of the sale was announced on this day; without it nothing may say that the sale ends
  end_announced_on text,
  status text not null,
  written_by text not null,
  written_at timestamptz not null,
  approval_no text,
  approved_by text,
  approved_at timestamptz,
  expires_at timestamptz,
  recalled_by text,
  recalled_at timestamptz,
  recall_reason text,
  primary key (content_id, version)
);
create unique index share_contents_approved on share_contents (content_id) where status = 'approved';
create index share_contents_of_edition on share_contents (edition_code, kind) where status = 'approved';

create table barred_words (
  word text primary key,
  reason text not null,
  -- Words that make it right when they stand before it, as a list
  allowed_after jsonb not null,
  allowed_when_announced boolean not null
);

-- What stands behind the name of a poster: which content, and where its QR code leads.
create table posters (
  name text primary key,
  content_id text not null,
  version integer not null,
  landing_url text not null,
  made_at timestamptz not null,
  used_at timestamptz not null
);
create index posters_by_use on posters (used_at);
-- Drawn ones, so that no replica draws what another has; the least used go first.
create table poster_pictures (
  name text primary key,
  png bytea not null,
  bytes integer not null,
  used_at timestamptz not null
);
create index poster_pictures_by_use on poster_pictures (used_at);

-- Pages of partners that a resident may be handed on to; their origins must be in the settings besides.
create table partner_pages (
  channel text primary key,
  name text not null,
  url text not null,
  product_code text not null,
  is_active boolean not null,
  changed_by text not null,
  changed_at timestamptz not null
);
-- Who went on to a partner: the keyed hash of the openId, and the number by which the partner knows them.
create table channel_records (
  open_id_index bytea not null,
  channel text not null,
  outer_id text not null,
  edition_code text not null,
  city_code text,
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (open_id_index, channel)
);
