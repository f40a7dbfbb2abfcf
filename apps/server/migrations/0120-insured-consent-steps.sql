-- What was asked of people insured by somebody else and what they said, each step once and never changed; nothing of who they are.
create table insured_consent_steps (
  shard smallint not null,
  order_id bigint not null,
  -- Of the insured.
  id bigint not null,
  at timestamptz not null,
  -- asked, agreed, declined, or none: the last link has ended without an answer.
  step text not null,
  -- Which words were answered to.
  words_version smallint,
  words_sha256 text,
  primary key (shard, order_id, id, at, step)
);
create index insured_consents_ending on insured_consents (link_until) where status = 'asked' and link_until is not null;
