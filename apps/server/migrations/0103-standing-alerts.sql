-- Checked again and again: one alert of its kind stands for as long as it is not right, and ends by itself.
alter table operator_alerts add column standing boolean not null default false;
create unique index operator_alerts_standing on operator_alerts (kind) where standing and resolved_at is null;
