-- The ledger's trial balance as it was last worked out: it reads every payment and posting, so a job does it and nobody waits for it in a call.
create table trial_balance (
  only_row boolean primary key default true check (only_row),
  -- Asked for by a person since it was last begun.
  due_at timestamptz,
  lease_until timestamptz,
  taken_at timestamptz,
  balance jsonb
);
insert into trial_balance default values;
