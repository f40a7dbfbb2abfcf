-- The keepsake of an order: how the giver wants to be called on it. An order has none until its owner makes one.
create table love_certificates (
  shard smallint not null,
  order_id bigint not null,
  user_id bigint not null,
  nickname_sealed bytea not null,
  -- guard: for oneself and the family; donation: for others
  gift text not null,
  with_share_code boolean not null,
  -- Raised with every change, so that pictures of before are known as replaced.
  version smallint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (shard, order_id)
);
create index love_certificates_by_user on love_certificates (shard, user_id, order_id desc);

-- Papers sent by e-mail at their owner's wish. The address is kept until the mail has gone, and sealed.
create table paper_mails (
  shard smallint not null,
  id bigint not null,
  order_id bigint not null,
  user_id bigint not null,
  client_key text not null,
  -- policy, voucher, money
  paper text not null,
  -- Which insured; null for a paper of the whole order.
  position smallint,
  address_sealed bytea,
  address_masked text not null,
  -- WAITING, SENT, WRONG_ADDRESS, GIVEN_UP
  state text not null,
  tries smallint not null default 0,
  last_problem text,
  created_at timestamptz not null,
  -- When it is tried next, and at the same time until when a replica has it; null when it is over.
  next_try_at timestamptz,
  ended_at timestamptz,
  primary key (shard, id)
);
create unique index paper_mails_by_key on paper_mails (shard, user_id, client_key);
create index paper_mails_due on paper_mails (next_try_at) where next_try_at is not null;
