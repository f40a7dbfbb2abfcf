-- Proofs that somebody is who they say they are, each for one purpose, used up by the step it was asked for. The proof's
-- token is kept as its hash only. What was proven is kept as blind indexes: who, by which name, on which phone.
create table identity_proofs (
  token_hash bytea primary key,
  -- sms-old-phone, face, operator-three-element, manual
  kind text not null,
  -- change-phone, recover-account, change-payer, correct-identity
  purpose text not null,
  -- Whose proof it is: an account's, or a visitor's browser session.
  user_id bigint,
  session_hash bytea,
  person_index bytea,
  name_index bytea,
  phone_index bytea,
  -- Number of the face check, the request or the operator it rests on.
  source text not null,
  granted_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (user_id is not null or session_hash is not null)
);
create index identity_proofs_old on identity_proofs (expires_at);

-- Face checks on a provider's page: who asked, for what, with which consent, and what the provider said. Neither picture
-- nor name nor number of a person is in it. `shard` is the person's, so that the tries of a day are counted in one place.
create table face_checks (
  shard smallint not null,
  id bigint not null,
  person_index bytea not null,
  name_index bytea not null,
  purpose text not null,
  user_id bigint,
  session_hash bytea not null,
  -- detect-auth, wbface
  provider text not null,
  status text not null,
  -- The provider's handle of the check.
  handle_sealed bytea,
  -- Why it was not passed, in our words for it.
  reason text,
  -- What was agreed to and when: version and SHA-256 of the words that were shown.
  consent_version smallint not null,
  consent_hash bytea not null,
  consent_at timestamptz not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  primary key (shard, id)
);
create index face_checks_by_person on face_checks (shard, person_index, started_at);
create index face_checks_due on face_checks (expires_at) where status in ('STARTING', 'WAITING');

-- Name, number and phone that the carrier confirmed to belong together, as one keyed hash: asked once a day at most.
create table three_element_matches (
  shard smallint not null,
  subject_index bytea not null,
  matched_at timestamptz not null,
  primary key (shard, subject_index)
);
create index three_element_matches_old on three_element_matches (matched_at);
