-- A login whose answer never reached the phone: its code is used, but the one who used it may come again with the key of
-- that try, and gets the session that was begun then. Both are keyed hashes or hashes; neither opens anything by itself.
alter table sms_codes
  add column redeemed_by bytea,
  add column redeemed_session bytea;
