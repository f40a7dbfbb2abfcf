-- What an asker is still to be told, and behind a space until when a server is telling it: each message goes out once.
alter table mid_year_applications add column news text;
update mid_year_applications set news = status where decided_at is not null and told_at is null;
drop index mid_year_untold;
alter table mid_year_applications drop column told_at;
create index mid_year_untold on mid_year_applications (id) where news is not null;
