-- What an asker is still to be told, and behind a space until when a server is telling it: each message goes out once.
alter table claim_rechecks add column news text;
update claim_rechecks set news = status where decided_at is not null and told_at is null;
drop index claim_rechecks_untold;
alter table claim_rechecks drop column told_at;
create index claim_rechecks_untold on claim_rechecks (id) where news is not null;
