-- What people say themselves who are insured by somebody else; by the id of the insured. Of who never was asked there is none.
create table insured_consents (
  shard smallint not null,
  id bigint not null,
  order_id bigint not null,
  status text not null,
  asked_at timestamptz not null,
  -- Messages that went out.
  asks smallint not null default 0,
  ask_due_at timestamptz,
  -- Why no message can reach them, for the payer.
  note text,
  -- Of the newest link alone.
  link_hash bytea,
  link_until timestamptz,
  -- Which words were answered to.
  words_version smallint,
  answered_at timestamptz,
  -- What the payer is still to be told.
  news text,
  primary key (shard, id)
);
create index insured_consents_by_order on insured_consents (shard, order_id);
create index insured_consents_by_link on insured_consents (shard, link_hash) where link_hash is not null;
create index insured_consents_to_ask on insured_consents (ask_due_at) where ask_due_at is not null;
create index insured_consents_untold on insured_consents (id) where news is not null;
