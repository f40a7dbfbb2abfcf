-- What residents are offered in the medical-insurance app, kept by an operator; the app's origin is in the settings.
create table medical_app_targets (
  source text primary key,
  name text not null,
  note text not null,
  is_active boolean not null,
  changed_by text not null,
  changed_at timestamptz not null
);

-- One consent to one jump, and what became of it.
create table partner_jumps (
  shard smallint not null,
  id bigint not null,
  user_id bigint not null,
  client_key text not null,
  source text not null,
  target_name text not null,
  status text not null,
  consent_version integer not null,
  consent_text text not null,
  agreed_at timestamptz not null,
  -- The phone that was handed over
  phone_sealed bytea not null,
  asked_at timestamptz,
  told_at timestamptz,
  opened_at timestamptz,
  -- What the bureau answered when it refused
  refusal text,
  keep_until timestamptz not null,
  primary key (shard, id),
  unique (shard, user_id, client_key)
);
create index partner_jumps_by_user on partner_jumps (shard, user_id, id desc);
create index partner_jumps_open on partner_jumps (agreed_at) where status in ('agreed', 'telling', 'told');
create index partner_jumps_old on partner_jumps (keep_until);

-- What a sealed token can be made for: one partner's page each.
create table token_purposes (
  purpose text primary key,
  name text not null,
  url text not null,
  life_seconds integer not null,
  is_active boolean not null,
  changed_by text not null,
  changed_at timestamptz not null
);
