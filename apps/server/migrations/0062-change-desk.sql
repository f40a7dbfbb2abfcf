-- Since when a request for a change waits for a decision: handed in, or the papers that were asked for given.
alter table changes add column review_from timestamptz;
update changes c set review_from = (
  select max(e.at) from change_events e
  where e.shard = c.shard and e.change_id = c.id and e.event in ('HandedIn', 'PapersGiven'))
where c.submitted_at is not null;
create index changes_by_review on changes (status, review_from, id) where review_from is not null;
create index changes_decided on changes (decided_at desc, id desc)
  where review_from is not null and decided_at is not null;

-- Where the person is insured by law, so that a city's desk finds its own; unknown of older ones.
alter table mid_year_applications add column city text;
create index mid_year_by_status on mid_year_applications (status, id);
create index phone_requests_by_state on phone_requests (state, created_at, id);
