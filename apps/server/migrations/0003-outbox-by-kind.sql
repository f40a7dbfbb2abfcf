-- Every kind of news is drained by a job of its own: a long queue of one kind is not read through for another.
drop index outbox_available;
create index outbox_by_kind on outbox (kind, available_at);
