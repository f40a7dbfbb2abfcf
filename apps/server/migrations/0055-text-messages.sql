-- Every text message: what it was about, how far it is, and what is to be done about it. A phone's rows lie in the shard
-- of its index. No code and no link is kept of what was sent.
create table text_messages (
  shard smallint not null,
  id bigint not null,
  kind text not null,
  -- The number of what it tells of: an order, a change.
  about text not null,
  -- By which the gateway is asked about it; with the number of the try behind it where the sender tries again itself.
  out_id text not null,
  phone_index bytea not null,
  -- Phone and what is filled in.
  message_sealed bytea not null,
  -- created, sending, delivered, temporary, permanent, technical, unwanted
  status text not null,
  reason text,
  tries smallint not null default 0,
  -- When it is sent (created, temporary) or its receipt asked for (sending); null when nothing happens by itself.
  next_at timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  primary key (shard, id)
);
create unique index text_messages_by_out_id on text_messages (shard, out_id);
create index text_messages_by_time on text_messages (created_at desc, id desc) include (status, kind);
create index text_messages_by_status on text_messages (status, created_at desc, id desc);
create index text_messages_by_kind on text_messages (kind, created_at desc, id desc);
create index text_messages_by_phone on text_messages (shard, phone_index, id desc);
create index text_messages_due on text_messages (status, next_at) where next_at is not null;

create table text_message_tries (
  shard smallint not null,
  message_id bigint not null,
  number smallint not null,
  at timestamptz not null,
  -- What the gateway answered, and what its receipt said later; null while nothing is known.
  answer text,
  receipt text,
  receipt_at timestamptz,
  primary key (shard, message_id, number)
);

-- Phones that get no marketing.
create table message_opt_outs (
  shard smallint not null,
  phone_index bytea not null,
  off_at timestamptz not null,
  primary key (shard, phone_index)
);

-- What a booking's phone agreed to last, which counts more than an earlier wish to get no marketing.
alter table bookings add column agreed_at timestamptz;

-- Templates as they are registered with a gateway, agreed to by two people; the newest of a kind is used. Without any, the
-- settings' is.
create table text_templates (
  kind text not null,
  gateway text not null,
  version integer not null,
  registered_id text not null,
  body text not null,
  asked_by integer not null,
  approved_by integer,
  approved_at timestamptz not null,
  primary key (kind, gateway, version)
);
