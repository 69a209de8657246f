-- Changes of the address of an account: to be confirmed by the new one, and to be undone by the old one.
create table email_changes (
  undo_hash bytea constraint email_changes_pkey primary key,
  user_id uuid not null constraint email_changes_user_fkey references users on delete cascade,
  old_email text not null,
  new_email text not null,
  -- The Google account at the request: a stranger may link another one to the new address.
  old_google_sub text,
  confirm_hash bytea not null constraint email_changes_confirm_key unique,
  requested_at timestamptz not null default now(),
  confirm_until timestamptz not null,
  confirmed_at timestamptz,
  undo_until timestamptz not null
);
create index email_changes_user_idx on email_changes (user_id, requested_at);
-- An address that can be restored is not free for others.
create index email_changes_old_email_idx on email_changes (old_email) where confirmed_at is not null;
