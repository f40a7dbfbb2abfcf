-- What providers paid into the account, by bill day, out of statements that finance imports. A few a day: not spread.
create table settlements (
  id integer generated always as identity primary key,
  provider text not null,
  day date not null,
  -- Payments less refunds, what the provider kept of it, and what came
  gross_fen bigint not null,
  fee_fen bigint not null,
  net_fen bigint not null check (net_fen = gross_fen - fee_fen),
  arrived_on date not null,
  -- The bank's number of the transfer; a later statement with the same one stands in place of it
  reference text not null unique,
  taken_by text not null,
  taken_at timestamptz not null
);
create index settlements_by_day on settlements (day, provider);
