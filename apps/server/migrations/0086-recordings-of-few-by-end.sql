-- Recordings in another state than nearly all, the latest of each state first: a page of them is found without sorting the rest.
create index evidence_recordings_unusual_by_end on evidence_recordings (state, ended_at desc, trace desc) where state <> 'sealed';
drop index evidence_recordings_unusual;
