-- What a member has typed and not sent. An empty content stays as a row: a request that arrives late must not restore what
-- was removed. Not a column of chat_members, whose rows are read with every page and are best small.
create table chat_drafts (
  user_id uuid not null,
  chat_id uuid not null,
  content text not null constraint chat_drafts_content_length check (char_length(content) <= 10000),
  at timestamptz not null,
  constraint chat_drafts_pkey primary key (user_id, chat_id),
  constraint chat_drafts_member_fkey foreign key (chat_id, user_id) references chat_members on delete cascade
);
create index chat_drafts_member_idx on chat_drafts (chat_id, user_id);
