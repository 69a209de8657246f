-- no transaction
-- Serves what changed in a chat after a rev.
drop index concurrently if exists messages_rev_idx;
create index concurrently messages_rev_idx on messages (chat_id, (coalesce(rev, seq)));
