-- The ledger: each row moves one amount from one account to another, so that every posting balances by its shape and all
-- accounts together are always zero. Keyed by what it tells of (id of a payment or refund, and event): posted once.
-- Written after the facts it follows from (payments, refunds), never in the statement that takes the money.
create table ledger_postings (
  shard smallint not null,
  source_id bigint not null,
  event text not null,
  order_id bigint not null,
  debit text not null,
  credit text not null,
  amount_fen integer not null check (amount_fen > 0),
  occurred_at timestamptz not null,
  posted_at timestamptz not null,
  primary key (shard, source_id, event),
  check (debit <> credit)
);
create index ledger_postings_by_order on ledger_postings (shard, order_id);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_postings_stay before update or delete or truncate on ledger_postings
  for each statement execute function refuse_ledger_change();

-- When the facts of a bucket were last looked through for what a crash left without posting.
create table ledger_sweeps (
  shard smallint primary key,
  due_at timestamptz not null
);
insert into ledger_sweeps (shard, due_at) select shard, '-infinity' from generate_series(0, 255) as shard;

-- A provider's bill of one Beijing day as it came; another content is another version, none is ever overwritten.
create table bills (
  provider text not null,
  day date not null,
  version smallint not null,
  sha1 text not null,
  size_bytes integer not null,
  -- gzip, then sealed: bills name the payer's account at the provider. Empty for a day without trades.
  text_sealed bytea not null,
  fetched_at timestamptz not null,
  primary key (provider, day, version)
);

create table bill_lines (
  shard smallint not null,
  provider text not null,
  day date not null,
  version smallint not null,
  line integer not null,
  -- Read out of the order number; null when it is none of ours (shard is 0 then).
  order_id bigint,
  kind text not null,
  merchant_order_no text not null,
  provider_txn text not null,
  refund_no text,
  amount_fen integer not null,
  at timestamptz not null,
  settled boolean not null,
  primary key (shard, provider, day, version, line)
);
create index bill_lines_by_txn on bill_lines (shard, provider_txn);

-- One row per provider and day whose bill is wanted; leased by one server at a time.
create table reconciliation_days (
  provider text not null,
  day date not null,
  -- Version that was compared last; null while no bill is there.
  bill_version smallint,
  next_try_at timestamptz,
  tries integer not null default 0,
  last_problem text,
  lease_until timestamptz,
  primary key (provider, day)
);
create index reconciliation_days_due on reconciliation_days (next_try_at) where next_try_at is not null;

create table reconciliation_runs (
  id bigint primary key,
  provider text not null,
  day date not null,
  bill_version smallint not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Payments and refunds of the day: lines of the bill, rows of ours, and how many agree.
  summary jsonb not null
);
create index reconciliation_runs_by_day on reconciliation_runs (day, provider, id);

create table reconciliation_differences (
  shard smallint not null,
  id bigint not null,
  provider text not null,
  day date not null,
  class text not null,
  kind text not null,
  merchant_order_no text not null,
  provider_txn text not null,
  refund_no text,
  order_id bigint,
  bill_fen integer,
  book_fen integer,
  finding text not null,
  advice text not null,
  -- open: a person has to decide; waiting: the next day's bill will tell; held: put off by a person; resolved
  state text not null,
  resolution text,
  reason text,
  resolved_by text,
  resolved_at timestamptz,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (shard, id)
);
create index reconciliation_differences_by_day on reconciliation_differences (day, provider);
-- Refunds of a day are looked up by it; payments by their ids, which rise with time, so that taking money writes no index more.
create index refunds_by_settled on refunds (settled_at) where settled_at is not null;
