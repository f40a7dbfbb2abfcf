-- The built files of every release that is shown or was shown lately: each server answers for those of the others too.
create table released_files (
  -- As browsers ask for it. Names hold a hash of the content, so a file never changes.
  path text primary key,
  -- Compressed by brotli.
  br bytea not null,
  -- When a server that shows it last said so.
  shown_at timestamptz not null
);
alter table released_files alter column br set storage external;
