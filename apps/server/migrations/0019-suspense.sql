-- What a person put off: money that a provider's bill has and the books have not, or the other way round. Each row changes
-- what is held for one difference; the ledger posts it between the provider's clearing account and `suspense`.
create table suspense_entries (
  shard smallint not null,
  difference_id bigint not null,
  seq smallint not null,
  -- 0: of no order of ours
  order_id bigint not null,
  provider text not null,
  -- Above zero: the provider holds more than the books say.
  amount_fen integer not null check (amount_fen <> 0),
  at timestamptz not null,
  primary key (shard, difference_id, seq)
);
create index suspense_entries_by_order on suspense_entries (shard, order_id);
