-- What the chat list shows of the newest message. The row is written for each message anyway, to give it its place; with
-- the head in it, the list needs no look into the messages.
alter table chats
  add column head_seq bigint not null default 0,
  add column head_type text,
  add column head_content text,
  add column head_author_id uuid,
  add column head_at timestamptz;

update chats
set head_seq = newest.seq,
    head_type = newest.type,
    head_content = left(newest.content, 200),
    head_author_id = newest.author_id,
    head_at = newest.created_at
from (
  select distinct on (chat_id) chat_id, seq, type, content, author_id, created_at
  from messages
  where deleted_at is null
  order by chat_id, seq desc
) as newest
where newest.chat_id = chats.id;
