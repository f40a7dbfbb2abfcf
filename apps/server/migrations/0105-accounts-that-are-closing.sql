-- Said before it is looked at what stands in the way of closing an account: an order that is saved in the same instant sees it,
-- or is seen.
alter table users add column closing_at timestamptz;
