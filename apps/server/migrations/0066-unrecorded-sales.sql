-- Made by the server for an order that no page was recorded for: what became of it is sealed all the same, and says so.
alter table recordings add column unrecorded boolean not null default false;
-- The recording that holds what became of an order, which another account's never does; null until it is made.
update order_recordings set trace = null where state = 'foreign';
create index order_recordings_to_make on order_recordings (noted_at, order_id) where trace is null;
