-- What a channel's own people look through, however few orders of all are theirs.
create index orders_by_channel on orders (channel, created_at desc, id desc) where channel is not null;
