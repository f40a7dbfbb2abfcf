-- Who asks to join after the main window for a reason that a paper shows; a person looks at it before anything is sold.
create table mid_year_applications (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  edition_code text not null,
  person_index bytea not null,
  -- The person as they were when it was asked, and the asker's phone for the answer
  person_sealed bytea not null,
  reason text not null,
  status text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  -- Why it was refused, or what is still missing; for the resident.
  answer text,
  -- Approved ones are good until then.
  good_until timestamptz,
  -- The answer went out as a text message.
  told_at timestamptz,
  primary key (shard, id)
);
create unique index mid_year_open on mid_year_applications (shard, user_id, edition_code, person_index)
  where status in ('submitted', 'more-papers', 'approved');
create index mid_year_untold on mid_year_applications (decided_at) where decided_at is not null and told_at is null;
create index mid_year_waiting on mid_year_applications (id) where status = 'submitted';
