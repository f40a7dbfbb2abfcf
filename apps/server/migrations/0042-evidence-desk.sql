-- What the operators' desk keeps of a recording: its last check as it was told, and a release that two people have agreed to.
alter table evidence_recordings
  add column report jsonb,
  add column release_agreed jsonb;
create index evidence_recordings_released on evidence_recordings (trace) where release_agreed is not null;

-- Sales that nobody recorded, the latest first.
create index order_recordings_without on order_recordings (noted_at desc, order_id desc) where state <> 'bound';
