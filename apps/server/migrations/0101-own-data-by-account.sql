-- The same for what lies with the account and was only found by its number or its time.
create index pre_existing_consents_by_user on pre_existing_consents (shard, user_id);
create index mid_year_applications_by_user on mid_year_applications (shard, user_id);
