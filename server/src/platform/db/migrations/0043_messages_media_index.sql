-- no transaction
-- Serves the images, files, voice messages and links of a chat.
drop index concurrently if exists messages_media_idx;
create index concurrently messages_media_idx on messages (chat_id, type, seq)
  where deleted_at is null and (type in ('image', 'file', 'voice') or type = 'text' and content like '%://%');
