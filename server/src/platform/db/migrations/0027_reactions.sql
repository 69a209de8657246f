-- Who reacted to which message, and when, which is their order. No counter: backups carry none.
create table message_reactions (
  message_id uuid not null constraint message_reactions_message_fkey references messages on delete cascade,
  emoji text not null constraint message_reactions_emoji_length check (char_length(emoji) between 1 and 40),
  user_id uuid not null constraint message_reactions_user_fkey references users on delete cascade,
  at timestamptz not null default clock_timestamp(),
  constraint message_reactions_pkey primary key (message_id, emoji, user_id)
);
create index message_reactions_user_idx on message_reactions (user_id);
