-- no transaction
-- The messages of a chat that mention somebody. They are few, so that the chat list finds unread ones quickly.
drop index concurrently if exists messages_mentions_idx;
create index concurrently messages_mentions_idx on messages (chat_id, seq) where mention_ids is not null or mentions_all;
