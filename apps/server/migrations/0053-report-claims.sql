-- What the reports add up beside the sale: claims, by the moment at which an insurer's file told of them. Only added to: a
-- claim that a later file tells otherwise is taken back and told anew, so that what was shown of former days stays.
-- The shard is the person's.
create table report_claims (
  shard smallint not null,
  case_no text not null,
  at timestamptz not null,
  -- 1, or -1 for what is taken back
  cases smallint not null,
  edition_code text not null,
  -- Of the order that covers the person; '' where none is known.
  city text not null,
  channel text not null,
  -- paid, refused
  outcome text not null,
  -- From acceptance to payment or refusal
  days integer not null,
  fen bigint not null,
  primary key (shard, case_no, at, cases)
);
create index report_claims_by_time on report_claims (at);
create index claim_cases_of_file on claim_cases (file_id);

-- Files whose claims were counted.
create table report_claim_files (
  file_id uuid primary key,
  counted_at timestamptz not null
);

-- There is more to count of each day now.
update report_progress set closed_until = null;
