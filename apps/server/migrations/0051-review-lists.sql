-- What was decided about claims, listed drugs and appeals, the newest first.
create index claim_rechecks_decided on claim_rechecks (id) where status in ('upheld', 'corrected');
create index drug_applications_decided on drug_applications (id)
  where status in ('approved', 'collected', 'finished', 'refused');
create index pre_existing_appeals_decided on pre_existing_appeals (id) where status in ('corrected', 'confirmed');
