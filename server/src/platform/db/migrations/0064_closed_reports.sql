alter table reports
  -- The messages before the reported one, as the reporter saw them: [{"by", "type", "content", "at"}]. Without ids, so
  -- that nobody has to be removed from them.
  add column context jsonb not null default '[]',
  add column closed_at timestamptz,
  -- Null for the command line, and after the account was deleted.
  add column closed_by uuid,
  add column outcome text;
create index reports_open_idx on reports (id) where closed_at is null;
