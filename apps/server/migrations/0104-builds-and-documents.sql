-- The few entries by which builds and documents were registered, among all those of recordings: anybody may ask for a file of
-- a recorded page, and the primary key finds a beginning only where the database sorts by bytes.
create index log_entries_registered on log_entries (key text_pattern_ops) where key like 'build/%' or key like 'document/%';
