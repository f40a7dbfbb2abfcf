-- What the list of all orders is narrowed by.
alter table orders
  -- The city of the first insured.
  add column city text,
  -- By which its premium was paid; null while it is not.
  add column method text,
  add column source text generated always as (attribution ->> 'by') stored,
  add column channel text generated always as (attribution ->> 'agentCode') stored;

update orders o set
  city = (
    select case when left(i.region_code, 4) = '3205' then '320500' else i.region_code end
    from insured i where i.shard = o.shard and i.order_id = coalesce(o.base_order_id, o.id) order by i.id limit 1),
  method = (
    select p.method from payments p
    where p.shard = o.shard and p.order_id = o.id and p.purpose = 'premium' limit 1);

-- Over all shards. The columns beside it let a rare kind of order be found without reading the orders themselves.
create index orders_by_time on orders (created_at desc, id desc)
  include (shard, status, edition_code, city, method, source, channel);
create index orders_by_payer on orders (policyholder_index, created_at desc);
create index payments_by_time on payments (received_at) include (shard, order_id, purpose, amount_fen);

-- What a person has to decide about a refund before it goes to its provider.
alter table refunds
  -- By when it is to be decided.
  add column review_due_at timestamptz,
  -- The request by which it waits for the second person; counts while that one waits.
  add column review_approval integer,
  -- Who of the staff began it, or decided it first.
  add column started_by integer,
  add column reviewed_by integer,
  add column reviewed_at timestamptz,
  -- Why it was turned down; the policyholder reads it.
  add column returned_reason text;
create index refunds_reviewing on refunds (review_due_at, id) where state = 'REVIEWING';
create index refunds_by_state on refunds (state, id desc);

-- Who may see the people of an order unmasked, and until when: another person agreed.
create table order_reveals (
  shard smallint not null,
  order_id bigint not null,
  staff_id integer not null,
  approval_id integer not null,
  until timestamptz not null,
  primary key (shard, order_id, staff_id, approval_id)
);
