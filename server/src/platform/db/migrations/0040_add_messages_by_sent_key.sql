-- Looks up the earlier message in a way that only messages_sent_key serves. With `=` per column, a plan made before the
-- first statistics could take any index that starts with the chat or the author, and read all their messages.
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
  -- Null when it was not written: it was written earlier, the chat is busy, or the author is not a member.
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
  written_at timestamptz;
begin
  -- In one order, so that two batches cannot deadlock; and without waiting, so that a locked chat does not delay the
  -- others.
  select array_agg(id), array_agg(last_seq), array_agg(change_count), array_agg(member_rev)
  into held, last_seqs, change_counts, member_revs
  from (
    select id, last_seq, change_count, member_rev from chats where id = any(chat_ids) order by id for update skip locked
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
        when is_member and earlier_id is null then
          last_seqs[held_index]
          + count(*) filter (where is_member and earlier_id is null) over (partition by held_index order by position)
      end as seq
    from found
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

-- Planned once, and always by an index, as migration 0011 explains.
alter function add_messages(uuid[], uuid[], uuid[], text[], text[], text[], text[], bigint[], text[], uuid[], text[], text[], boolean[])
  set plan_cache_mode = force_generic_plan;
alter function add_messages(uuid[], uuid[], uuid[], text[], text[], text[], text[], bigint[], text[], uuid[], text[], text[], boolean[])
  set enable_seqscan = off;
