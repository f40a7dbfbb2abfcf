-- How far the policies of the year before an edition have been gone through, to remind their holders of it.
create table renewal_walks (
  edition_code text primary key,
  shard smallint not null,
  policy_id bigint not null,
  done boolean not null default false
);
-- Who has been reminded of an edition: once, whatever ends in the middle. Forgotten when its sale is over.
create table renewal_reminders (
  shard smallint not null,
  user_id bigint not null,
  edition_code text not null,
  told_at timestamptz not null,
  primary key (shard, user_id, edition_code)
);
create index renewal_reminders_by_edition on renewal_reminders (edition_code);
