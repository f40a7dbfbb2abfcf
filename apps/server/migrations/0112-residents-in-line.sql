-- Until when residents may still stand in line at a server; what nobody waits for in front of a screen goes slower by then.
alter table worker_numbers add column line_until timestamptz;
