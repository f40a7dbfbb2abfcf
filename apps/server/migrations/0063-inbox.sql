-- What an account was told, also to be read where it is logged in: a row is written with the text message's own. Forgotten
-- after a year.
create table inbox_messages (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  kind text not null,
  -- The number of what it tells of: an order, a change.
  about text not null,
  -- The text message's: told once, however often that is tried.
  out_id text not null,
  -- Heading and text as they were then.
  message_sealed bytea not null,
  created_at timestamptz not null,
  -- When it was first on the owner's screen, in a list; and when it was opened.
  delivered_at timestamptz,
  read_at timestamptz,
  primary key (shard, id)
);
create unique index inbox_messages_by_out_id on inbox_messages (shard, user_id, out_id);
create index inbox_messages_by_user on inbox_messages (shard, user_id, id desc);
create index inbox_messages_unread on inbox_messages (shard, user_id) where read_at is null;
create index inbox_messages_by_time on inbox_messages (created_at desc, id desc) include (delivered_at, read_at);
create index inbox_messages_by_kind on inbox_messages (kind, created_at desc, id desc);
create index inbox_messages_by_about on inbox_messages (about, created_at desc, id desc);

-- In whose inbox a notice lies, where that is not the phone's account; and the number of what it tells of.
alter table account_notices add column user_id bigint;
alter table account_notices add column about text;
