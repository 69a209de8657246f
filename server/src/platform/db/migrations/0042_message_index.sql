-- The words of messages as hashes, for searching. Filled in the background, so that sending does no more than before, and
-- from the messages alone: backups do not carry it. Without a foreign key, which would lock the chat's row, so that
-- messages would wait for the index; what belongs to deleted chats is removed in the background, too.
create table message_index (
  chat_id uuid not null,
  seq bigint not null,
  sent_at timestamptz not null,
  tokens integer[] not null,
  constraint message_index_pkey primary key (chat_id, seq)
);
-- A search reads all entries that wait to be added to the index: at most this many kB.
create index message_index_tokens_idx on message_index using gin (tokens) with (gin_pending_list_limit = 256);

-- Up to which rev the messages of a chat are in the index.
create table message_index_progress (
  chat_id uuid constraint message_index_progress_pkey primary key,
  rev bigint not null
);
