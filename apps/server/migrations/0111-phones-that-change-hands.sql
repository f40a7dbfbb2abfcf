-- From when on an account has its phone, where that is not from its beginning: what was sent to the number before was sent to
-- whoever had it then.
alter table users add column phone_since timestamptz;
