-- What add_messages does, for a single message: at ordinary rates most batches have no second one, and starting the
-- statement for many takes longer than all that it does for one. Both must decide alike.
create function add_message(
  new_id uuid, to_chat_id uuid, by_author_id uuid, new_type text, new_content text, new_client_id text,
  new_upload_file text, new_file_size bigint, new_transfer_status text, new_reply_to uuid, new_forwarded_from text,
  new_mention_ids uuid[], new_mentions_all boolean,
  -- As in add_messages.
  out given_id uuid, out earlier_id uuid, out is_busy boolean, out seq bigint, out rev bigint, out member_rev bigint,
  out created_at timestamptz, out author_name text, out author_avatar_file text, out width integer, out height integer,
  out is_quoted_deleted boolean
)
language plpgsql
as $$
#variable_conflict use_column
declare
  chat record;
  author record;
begin
  given_id := new_id;
  select last_seq, change_count, chats.member_rev into chat from chats where id = to_chat_id for update skip locked;
  if not found then
    is_busy := exists (select from chats where id = to_chat_id);
    select id into earlier_id
    from messages
    where (author_id, chat_id, client_id)
        between (by_author_id, to_chat_id, new_client_id) and (by_author_id, to_chat_id, new_client_id)
      and exists (select from chat_members where chat_id = to_chat_id and user_id = by_author_id)
    limit 1;
    return;
  end if;
  is_busy := false;

  -- Read after the chat was locked: members change only under the same lock.
  select
    name,
    avatar_file,
    (
      select id from messages
      where (author_id, chat_id, client_id)
        between (by_author_id, to_chat_id, new_client_id) and (by_author_id, to_chat_id, new_client_id)
      limit 1
    ) as earlier_id
  into author
  from chat_members
  join users on users.id = user_id
  where chat_id = to_chat_id and user_id = by_author_id;
  if not found then
    return;
  end if;
  earlier_id := author.earlier_id;
  if earlier_id is not null then
    return;
  end if;

  seq := chat.last_seq + 1;
  rev := seq + chat.change_count;
  member_rev := chat.member_rev;
  created_at := clock_timestamp();
  author_name := author.name;
  author_avatar_file := author.avatar_file;
  insert into messages (
    id, chat_id, seq, rev, author_id, type, content, created_at, client_id, upload_file, file_size, transfer_status,
    reply_to, forwarded_from, mention_ids, mentions_all
  )
  values (
    new_id, to_chat_id, add_message.seq, add_message.rev, by_author_id, new_type, new_content, add_message.created_at,
    new_client_id, new_upload_file, new_file_size, new_transfer_status, new_reply_to, new_forwarded_from,
    new_mention_ids, new_mentions_all
  );
  update chats
  set last_seq = add_message.seq,
      last_activity_at = add_message.created_at,
      head_seq = add_message.seq,
      head_type = new_type,
      head_content = left(new_content, 200),
      head_author_id = by_author_id,
      head_at = add_message.created_at
  where id = to_chat_id;

  if new_upload_file is not null then
    select uploads.width, uploads.height into width, height from uploads where file_name = new_upload_file;
  end if;
  if new_reply_to is not null then
    select deleted_at is not null into is_quoted_deleted from messages where id = new_reply_to;
  end if;
end
$$;

-- Planned once, and always by an index, as migration 0011 explains.
alter function add_message set plan_cache_mode = force_generic_plan;
alter function add_message set enable_seqscan = off;
