-- A complaint that the desk took down for somebody on the phone, and a deadline that was put off.
alter table complaints
  -- Null: its resident has no account, or the order is in somebody else's; told by text message and by phone.
  alter column user_id drop not null,
  -- Who of the staff took it down; null: the resident filed it.
  add column taken_by integer,
  -- Where to ring and to send messages, when that is not the account's phone.
  add column phone_sealed bytea,
  -- Put off once, by compliance.
  add column extended_at timestamptz;
create unique index complaints_taken_once on complaints (shard, client_key) where user_id is null;
drop index complaints_due;
create index complaints_due on complaints (due_at, id)
  where status in ('submitted', 'accepted', 'extended', 'reopened', 'answered');
-- Deadlines that were put off are counted, from the first day on.
update report_progress set closed_until = null;
