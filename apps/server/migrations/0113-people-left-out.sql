-- When a bill left somebody of a company out, because the sale stands still where they live; null once they are told it goes on.
alter table group_people add column left_out_at timestamptz;
create index group_people_left_out on group_people (shard, group_id) where left_out_at is not null;
