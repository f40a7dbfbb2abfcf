-- A refund that somebody said was paid by hand is held until two people say that it was, or that it was not; no time ends that.
update refunds set hand_asked_until = 'infinity' where hand_asked_until is not null;
-- Two people have said that this payment did not happen.
alter table hand_payout_requests add column released_at timestamptz;
-- Told that its provider has given the money back as well.
alter table hand_payout_requests add column told_twice_at timestamptz;
create index hand_payout_requests_unsettled on hand_payout_requests (shard, refund_id)
  where state <> 'done' and released_at is null and told_twice_at is null;
