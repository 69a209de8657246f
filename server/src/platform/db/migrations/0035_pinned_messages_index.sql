-- no transaction
-- Serves the pinned messages of a chat, which are few.
drop index concurrently if exists messages_pinned_idx;
create index concurrently messages_pinned_idx on messages (chat_id, pinned_at) where pinned_at is not null;
