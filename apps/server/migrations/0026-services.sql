-- Lists that an operator publishes for an edition from a file: drugs, pharmacies, health services. A version is never
-- changed; the highest one counts.
create table edition_lists (
  edition_code text not null,
  kind text not null,
  version integer not null,
  rows jsonb not null,
  row_count integer not null,
  published_by text not null,
  published_at timestamptz not null,
  primary key (edition_code, kind, version)
);

-- Somebody asks for a listed drug. Which drug, for whom and with what papers is sealed: the drug names the illness.
create table drug_applications (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  client_key text not null,
  policy_id bigint not null,
  edition_code text not null,
  -- Keyed hash of policy and drug
  drug_index bytea not null,
  -- Drug as listed, person, phone for news, papers by kind
  case_sealed bytea not null,
  status text not null,
  created_at timestamptz not null,
  submitted_at timestamptz not null,
  consent_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  -- Why it was refused or what is missing; whether the illness was there before
  answer_sealed bytea,
  cycles smallint not null default 0,
  cycles_done smallint not null default 0,
  -- Pharmacy, or where it is delivered to
  place_sealed bytea,
  next_due_at timestamptz,
  -- What the asker has to be told: result, papers, cycle; null when told
  news text,
  cover_until timestamptz not null,
  keep_until timestamptz not null,
  primary key (shard, id),
  unique (shard, user_id, client_key)
);
create unique index drug_applications_open on drug_applications (shard, policy_id, drug_index)
  where status in ('reviewing', 'papers-wanted', 'approved', 'arranged', 'collected');
create index drug_applications_by_user on drug_applications (shard, user_id, id desc);
create index drug_applications_waiting on drug_applications (submitted_at) where status = 'reviewing';
create index drug_applications_arranged on drug_applications (id) where status = 'arranged';
create index drug_applications_untold on drug_applications (id) where news is not null;
create index drug_applications_due on drug_applications (next_due_at) where status = 'collected';
create index drug_applications_ending on drug_applications (cover_until)
  where status in ('papers-wanted', 'approved', 'arranged', 'collected');
create index drug_applications_old on drug_applications (keep_until);

-- What was taken at a pharmacy, cycle by cycle: sums only.
create table drug_cycles (
  shard smallint not null,
  application_id bigint not null,
  cycle_no smallint not null,
  policy_id bigint not null,
  price_fen bigint not null,
  deducted_fen bigint not null,
  paid_fen bigint not null,
  collected_at timestamptz not null,
  recorded_by text not null,
  primary key (shard, application_id, cycle_no)
);
create index drug_cycles_by_policy on drug_cycles (shard, policy_id);

-- The times a covered person may use a service: one row for each that was ever booked.
create table health_service_times (
  shard smallint not null,
  policy_id bigint not null,
  -- Keyed hash of policy and service: some services tell of an illness
  service_index bytea not null,
  time_no smallint not null,
  id bigint not null,
  user_id bigint not null,
  client_key text not null,
  edition_code text not null,
  status text not null,
  -- Service, person, phone, wish
  details_sealed bytea not null,
  -- The day that was asked for; null for a service of the whole year
  wanted_on text,
  booked_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  news text,
  -- Still booked then: over
  expires_at timestamptz not null,
  keep_until timestamptz not null,
  primary key (shard, policy_id, service_index, time_no),
  unique (shard, user_id, client_key)
);
create unique index health_service_times_by_id on health_service_times (shard, id);
create index health_service_times_by_user on health_service_times (shard, user_id);
create index health_service_times_booked on health_service_times (expires_at) where status = 'booked';
create index health_service_times_untold on health_service_times (id) where news is not null;
create index health_service_times_old on health_service_times (keep_until);

-- A draw of small prizes. Rules and the hash of the seed are published before the first chance is used; the seed after
-- the end.
create table lucky_rounds (
  code text primary key,
  edition_code text not null,
  rules jsonb not null,
  rules_hash text not null,
  seed_hash text not null,
  seed_sealed bytea not null,
  -- Hex, from the end on
  seed text,
  -- Pieces that are left, by prize
  stock jsonb not null,
  drawn integer not null default 0,
  -- Hash of the newest published line
  chain_head text not null,
  created_at timestamptz not null,
  created_by text not null,
  ends_at timestamptz not null,
  revealed_at timestamptz
);
create index lucky_rounds_by_edition on lucky_rounds (edition_code, created_at);
create index lucky_rounds_sealed on lucky_rounds (ends_at) where seed is null;

-- Keyed hashes of phone and identity that have a chance in a round: one person, one chance.
create table lucky_people (
  person_index bytea not null,
  round_code text not null,
  primary key (person_index, round_code)
);

create table lucky_chances (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  round_code text not null,
  action text not null,
  -- Stands for the person in what is published
  tag text not null,
  status text not null,
  earned_at timestamptz not null,
  -- The published line
  position integer,
  nonce text,
  roll integer,
  prize_code text,
  line_hash text,
  drawn_at timestamptz,
  claim_until timestamptz,
  -- Name, phone and address for the parcel
  address_sealed bytea,
  claimed_at timestamptz,
  sent_at timestamptz,
  sent_by text,
  primary key (shard, id),
  unique (shard, user_id, round_code)
);
create index lucky_chances_drawn on lucky_chances (round_code, position) where position is not null;
create index lucky_chances_claimed on lucky_chances (round_code, claimed_at) where status = 'claimed';
create index lucky_chances_won on lucky_chances (claim_until) where status = 'won';
create index lucky_chances_ready on lucky_chances (round_code) where status = 'ready';
create index lucky_chances_addresses on lucky_chances (claimed_at) where address_sealed is not null;
