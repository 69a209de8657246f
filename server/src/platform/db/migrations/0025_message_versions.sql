-- What edited messages said before, one row for each edit.
create table message_versions (
  message_id uuid not null constraint message_versions_message_fkey references messages on delete cascade,
  -- When this content was sent, or when an edit made it the content.
  at timestamptz not null,
  content text not null,
  constraint message_versions_pkey primary key (message_id, at)
);
