-- Something of what is to be erased is needed still, for money that is under way: the rest follows by itself.
alter table rights_requests add column goes_on boolean not null default false;
create index rights_requests_going_on on rights_requests (shard, id) where goes_on;
