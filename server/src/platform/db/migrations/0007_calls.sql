-- Calls that are going on. Whoever carries one keeps renewing its lease; what nobody renews is over.
create table calls (
  chat_id uuid constraint calls_pkey primary key constraint calls_chat_fkey references chats on delete cascade,
  started_by uuid not null constraint calls_starter_fkey references users on delete cascade,
  started_at timestamptz not null default now(),
  -- When somebody else picked up.
  answered_at timestamptz,
  lease_until timestamptz not null
);
create index calls_lease_idx on calls (lease_until);
create index calls_starter_idx on calls (started_by);
