-- Which phones an account had, from when until when: what it was sent on them is its own, what the next owner is sent is not.
create table former_phones (
  shard smallint not null,
  user_id bigint not null,
  phone_index bytea not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (shard, user_id, until)
);
create index former_phones_by_end on former_phones (until);
-- Whose account a message is about, where its sender knows: a number may be somebody else's by the time it is written.
alter table text_messages add column user_id bigint;
