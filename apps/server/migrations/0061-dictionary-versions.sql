-- Words of the coded lists are the operators' where the list's table of rules says so.
alter table dictionaries add column is_offered boolean not null default true;

-- Versions of a list's words as they were asked for; those with `approved_at` came into force. Version 1 is the first start's.
create table dictionary_versions (
  code text not null,
  version integer not null,
  -- What was in force when it was written: it replaces that one or nothing.
  after_version integer not null,
  entries jsonb not null,
  reason text not null,
  written_by text not null,
  written_at timestamptz not null,
  -- Null of version 1, which is kept when the first change is asked for.
  approval_id integer unique,
  approved_by text,
  approved_at timestamptz,
  primary key (code, version)
);

create index account_agreements_by_time on account_agreements using brin (agreed_at) with (pages_per_range = 16, autosummarize = on);
-- What was agreed to is counted by city and channel, from the first day on.
update report_progress set closed_until = null, counted_until = null;
