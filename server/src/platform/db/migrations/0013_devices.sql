-- Browsers that signed in to an account before. One token per browser, and a row for each account that used it. The token
-- changes at every sign-in; the id does not, so that failed logins stay counted.
create table devices (
  id uuid not null default gen_random_uuid() constraint devices_pkey primary key,
  token_hash bytea not null,
  user_id uuid not null constraint devices_user_fkey references users on delete cascade,
  expires_at timestamptz not null,
  constraint devices_token_user_key unique (token_hash, user_id)
);
create index devices_user_idx on devices (user_id, expires_at);
