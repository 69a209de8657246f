-- What users report to those who host the server. A message is copied, so that it can be judged after it was deleted.
create table reports (
  id uuid constraint reports_pkey primary key,
  reporter_id uuid constraint reports_reporter_fkey references users on delete set null,
  user_id uuid constraint reports_user_fkey references users on delete set null,
  reason text not null constraint reports_reason_length check (char_length(reason) between 1 and 500),
  created_at timestamptz not null default now(),
  -- Of a report about a message. Without references: both may be deleted.
  message_id uuid,
  chat_id uuid,
  message_type text,
  message_content text,
  message_at timestamptz
);
create index reports_reporter_idx on reports (reporter_id);
create index reports_user_idx on reports (user_id);
