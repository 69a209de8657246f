-- What a group says about itself, and what only its owner and admins may do. A chat of two has no such limits, whatever its
-- row says from a time as a group.
alter table chats
  add column description text,
  add column only_admins_send boolean not null default false,
  add column only_admins_add boolean not null default false,
  add column only_admins_edit boolean not null default false,
  add constraint chats_description_length check (char_length(description) between 1 and 500) not valid;

-- As in migration 0049, without writing what only admins may send.
create or replace function add_messages(
  ids uuid[], chat_ids uuid[], author_ids uuid[], types text[], contents text[], client_ids text[], upload_files text[],
  file_sizes bigint[], transfer_statuses text[], reply_tos uuid[], forwarded_froms text[],
  -- Each an array of ids as text, since the elements of an array cannot differ in length.
  mention_lists text[], mentions_alls boolean[]
)
returns table (
  -- Of the messages given, in any order.
  given_id uuid,
  -- Set when the same author sent it to the same chat before, with the same idempotency key.
  earlier_id uuid,
  -- The chat is locked by another transaction; to be retried.
  is_busy boolean,
  -- Null when it was not written: it was written earlier, the chat is busy or blocked, the author is not a member, or
  -- only admins send.
  seq bigint,
  rev bigint,
  -- The chat's count of member changes when it was written.
  member_rev bigint,
  created_at timestamptz,
  author_name text,
  author_avatar_file text,
  width integer,
  height integer,
  -- The message that it replies to was deleted meanwhile. Null for others.
  is_quoted_deleted boolean
)
language plpgsql
as $$
#variable_conflict use_column
declare
  -- The chats that are locked now, and what their rows say at the same index.
  held uuid[];
  last_seqs bigint[];
  change_counts bigint[];
  member_revs bigint[];
  blocks boolean[];
  -- Whether only admins send.
  limits boolean[];
  written_at timestamptz;
begin
  -- In one order, so that two batches cannot deadlock; and without waiting, so that a locked chat does not delay the
  -- others.
  select array_agg(id), array_agg(last_seq), array_agg(change_count), array_agg(member_rev), array_agg(is_blocked),
    array_agg(is_limited)
  into held, last_seqs, change_counts, member_revs, blocks, limits
  from (
    select
      id, last_seq, change_count, member_rev, is_blocked,
      only_admins_send and cardinality(member_ids) > 2 as is_limited
    from chats
    where id = any(chat_ids)
    order by id
    for update skip locked
  ) as free;
  -- Not now(), which is when the statement arrived: within a chat, times must increase like sequence numbers.
  written_at := clock_timestamp();

  return query
  -- One lookup per message, always by an index: a plan made for small tables must not scan large ones.
  with found as (
    select
      position,
      array_position(held, given.chat_id) as held_index,
      (select true from chat_members where chat_id = given.chat_id and user_id = given.author_id) as is_member,
      (
        select id from messages
        where (author_id, chat_id, client_id)
          between (given.author_id, given.chat_id, given.client_id) and (given.author_id, given.chat_id, given.client_id)
        limit 1
      ) as earlier_id
    from unnest(chat_ids, author_ids, client_ids) with ordinality as given (chat_id, author_id, client_id, position)
  ),
  numbered as (
    select
      *,
      case
        when is_new then last_seqs[held_index] + count(*) filter (where is_new) over (partition by held_index order by position)
      end as seq
    from (
      select
        *,
        is_member and earlier_id is null and not blocks[held_index]
          -- Looked up only where it matters.
          and (
            not coalesce(limits[held_index], false)
            or (
              select is_admin or user_id = owner_id
              from chat_members
              join chats on id = chat_id
              where chat_id = chat_ids[position] and user_id = author_ids[position]
            )
          ) as is_new
      from found
    ) as checked
  ),
  written as (
    insert into messages (
      id, chat_id, seq, rev, author_id, type, content, created_at, client_id, upload_file, file_size, transfer_status,
      reply_to, forwarded_from, mention_ids, mentions_all
    )
    select
      ids[position], chat_ids[position], seq, seq + change_counts[held_index], author_ids[position], types[position],
      contents[position], written_at, client_ids[position], upload_files[position], file_sizes[position],
      transfer_statuses[position], reply_tos[position], forwarded_froms[position], mention_lists[position]::uuid[],
      mentions_alls[position]
    from numbered
    where seq is not null
  ),
  moved as (
    update chats
    set last_seq = newest.seq,
        last_activity_at = written_at,
        head_seq = newest.seq,
        head_type = types[position],
        head_content = left(contents[position], 200),
        head_author_id = author_ids[position],
        head_at = written_at
    from (
      select distinct on (held_index) held_index, position, seq from numbered where seq is not null order by held_index, seq desc
    ) as newest
    where chats.id = held[held_index]
  )
  select
    ids[position],
    case when is_member then earlier_id end,
    held_index is null and exists (select from chats where id = chat_ids[position]),
    numbered.seq,
    numbered.seq + change_counts[held_index],
    member_revs[held_index],
    written_at,
    author.name,
    author.avatar_file,
    image.width,
    image.height,
    (select deleted_at is not null from messages where id = reply_tos[position])
  from numbered
  left join lateral (select name, avatar_file from users where id = author_ids[position] limit 1) as author on true
  left join lateral (
    select uploads.width, uploads.height from uploads where file_name = upload_files[position] limit 1
  ) as image on true;
end
$$;

-- As in migration 0049.
create or replace function add_message(
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
  select
    last_seq, change_count, chats.member_rev, is_blocked,
    only_admins_send and owner_id <> by_author_id and cardinality(member_ids) > 2 as is_limited
  into chat
  from chats
  where id = to_chat_id
  for update skip locked;
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
  if earlier_id is not null or chat.is_blocked then
    return;
  end if;
  if chat.is_limited and not (select is_admin from chat_members where chat_id = to_chat_id and user_id = by_author_id) then
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
alter function add_messages(uuid[], uuid[], uuid[], text[], text[], text[], text[], bigint[], text[], uuid[], text[], text[], boolean[])
  set plan_cache_mode = force_generic_plan;
alter function add_messages(uuid[], uuid[], uuid[], text[], text[], text[], text[], bigint[], text[], uuid[], text[], text[], boolean[])
  set enable_seqscan = off;
alter function add_message set plan_cache_mode = force_generic_plan;
alter function add_message set enable_seqscan = off;
