create extension if not exists pg_trgm;

-- People are found by a part of their name.
create index users_name_idx on users using gin (name gin_trgm_ops) where verified_at is not null;

create table friendships (
  id uuid constraint friendships_pkey primary key,
  requester_id uuid not null constraint friendships_requester_fkey references users on delete cascade,
  recipient_id uuid not null constraint friendships_recipient_fkey references users on delete cascade,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  -- One row per pair, whoever asked: two requests at once become one friendship.
  lower_id uuid not null generated always as (least(requester_id, recipient_id)) stored,
  higher_id uuid not null generated always as (greatest(requester_id, recipient_id)) stored,
  constraint friendships_pair_key unique (lower_id, higher_id),
  constraint friendships_not_self check (requester_id <> recipient_id)
);
create index friendships_requester_idx on friendships (requester_id, created_at);
create index friendships_recipient_idx on friendships (recipient_id, created_at);

create table chats (
  id uuid constraint chats_pkey primary key,
  -- Null: named after its members.
  name text constraint chats_name_length check (char_length(name) between 1 and 100),
  avatar_file text constraint chats_avatar_fkey references uploads on delete set null,
  owner_id uuid not null constraint chats_owner_fkey references users on delete cascade,
  -- Who went last: the name of a chat in which only one is left.
  former_member_name text,
  last_seq bigint not null default 0,
  last_activity_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index chats_owner_idx on chats (owner_id);
create index chats_avatar_idx on chats (avatar_file) where avatar_file is not null;

create table chat_members (
  chat_id uuid not null constraint chat_members_chat_fkey references chats on delete cascade,
  user_id uuid not null constraint chat_members_user_fkey references users on delete cascade,
  joined_at timestamptz not null default now(),
  -- Only messages above this are for this member: they joined, or cleared the chat, here.
  joined_seq bigint not null,
  read_seq bigint not null,
  -- The chat was deleted from this member's list here; a newer message brings it back.
  hidden_seq bigint,
  constraint chat_members_pkey primary key (chat_id, user_id)
);
create index chat_members_user_idx on chat_members (user_id, chat_id);

create table messages (
  id uuid constraint messages_pkey primary key,
  chat_id uuid not null constraint messages_chat_fkey references chats on delete cascade,
  seq bigint not null,
  -- Who wrote it, or, for a notice, whose doing it tells of.
  author_id uuid constraint messages_author_fkey references users on delete set null,
  type text not null constraint messages_type check (type in ('text', 'emoji', 'image', 'file', 'fileTransfer', 'system')),
  content text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint messages_seq_key unique (chat_id, seq)
);
create index messages_author_idx on messages (author_id);
