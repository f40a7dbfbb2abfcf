-- What was asked for about a difference at the console: agreed to by another person, then done by a job, because providers are
-- asked and money moves. Few: not spread.
create table reconciliation_decisions (
  id integer generated always as identity primary key,
  approval_id integer not null unique references staff_approvals (id),
  difference_id bigint not null,
  resolution text not null,
  reason text not null,
  -- asked, agreed, done, failed
  state text not null default 'asked',
  -- Both people, by name
  decided_by text not null default '',
  problem text not null default '',
  next_try_at timestamptz,
  tries smallint not null default 0,
  asked_at timestamptz not null,
  ended_at timestamptz
);
create index reconciliation_decisions_by_difference on reconciliation_decisions (difference_id, id desc);
create index reconciliation_decisions_due on reconciliation_decisions (next_try_at) where next_try_at is not null;

-- Days that two people have closed, with the sums as they were.
create table reconciliation_closings (
  day date primary key,
  approval_id integer not null unique references staff_approvals (id),
  closed_by text not null,
  closed_at timestamptz not null,
  reason text not null,
  figures jsonb not null
);

create index reconciliation_differences_unsettled on reconciliation_differences (day, state)
  where state in ('open', 'waiting', 'held');

-- What each insurer carries of a day, by name.
alter table issue_days add column shares jsonb not null default '{}';
create index issue_days_by_day on issue_days (day);
create index issue_differences_of_day on issue_differences (day, id);
