-- From when a message is only kept: its owner reads it, nobody else.
alter table inbox_messages add column restricted_at timestamptz;
