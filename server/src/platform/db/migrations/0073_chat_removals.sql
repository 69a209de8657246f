-- Who was removed from a group, by somebody else, and was not added again: invitations from before let them in no more.
create table chat_removals (
  chat_id uuid not null,
  user_id uuid not null constraint chat_removals_user_fkey references users on delete cascade,
  removed_at timestamptz not null default now(),
  constraint chat_removals_pkey primary key (chat_id, user_id)
);
create index chat_removals_user_idx on chat_removals (user_id);
