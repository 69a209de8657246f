-- no transaction
-- A person's idempotency keys are unique within a chat. Starts with the author, so that it serves the lookups of
-- messages_author_idx as well, and no other index starts with that column.
drop index concurrently if exists messages_sent_key;
create unique index concurrently messages_sent_key on messages (author_id, chat_id, client_id);
