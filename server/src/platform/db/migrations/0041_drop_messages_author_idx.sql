-- no transaction
-- messages_sent_key serves both.
drop index concurrently if exists messages_author_idx;
drop index concurrently if exists messages_client_id_key;
