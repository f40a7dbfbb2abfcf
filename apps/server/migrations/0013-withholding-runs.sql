-- A charge by a contract is an attempt like any other, without a cashier.
alter table payment_attempts add column by_contract boolean not null default false;

-- Whose cover a contract goes on from: the order it was signed with, later the one it has paid for last.
alter table withholding_contracts add column cover_order_id bigint;
update withholding_contracts set cover_order_id = order_id;
alter table withholding_contracts alter column cover_order_id set not null;
create index withholding_contracts_by_cover on withholding_contracts (shard, cover_order_id);
alter table withholding_events add column note text;

-- One year of a contract: from the new edition's sale to the money, or to why none was taken.
create table withholding_runs (
  shard smallint not null,
  id bigint not null,
  contract_id bigint not null,
  user_id bigint not null,
  -- The order whose people are insured again.
  cover_order_id bigint not null,
  edition_code text not null,
  plan_code text not null,
  status text not null,
  -- Why the payer is asked first; empty: what was agreed to covers it.
  reasons text[] not null,
  unit_fen integer not null,
  former_unit_fen integer not null,
  people_count smallint not null,
  amount_fen integer not null,
  due_on date not null,
  -- The day of the next charge: the due day, or a later one after a charge that failed.
  charge_on date not null,
  tries smallint not null default 0,
  -- The payer's yes: when, to which amount at most, and the versions that were read.
  confirmed_at timestamptz,
  agreed_documents jsonb,
  -- The order of the try under way, or of the one that was paid.
  order_id bigint,
  end_note text,
  created_at timestamptz not null,
  ended_at timestamptz,
  next_at timestamptz,
  lease_until timestamptz,
  primary key (shard, id)
);
create unique index withholding_runs_once on withholding_runs (shard, contract_id, edition_code);
create index withholding_runs_due on withholding_runs (next_at) where next_at is not null;

-- Text messages about contracts, each once, and what became of them.
create table withholding_messages (
  shard smallint not null,
  contract_id bigint not null,
  -- '' for what is not about one edition.
  edition_code text not null,
  -- before-30, before-7, before-1, missed-1…, ended, closed
  kind text not null,
  template text not null,
  parameters jsonb not null,
  -- WAITING, SENDING, SENT (taken by the gateway), REFUSED, UNCLEAR, DROPPED
  state text not null,
  send_at timestamptz not null,
  not_after timestamptz,
  sent_at timestamptz,
  lease_until timestamptz,
  primary key (shard, contract_id, edition_code, kind)
);
create index withholding_messages_due on withholding_messages (send_at) where state in ('WAITING', 'SENDING');

create index withholding_contracts_by_edition on withholding_contracts (edition_code)
  where status in ('SIGNED', 'CHARGED', 'CHARGE_FAILED', 'PAUSED');
