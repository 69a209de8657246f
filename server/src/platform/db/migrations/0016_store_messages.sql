-- Writes many messages at once, as `write_messages` did, and returns `member_rev` with each. `write_messages` stays for the
-- previous release; a later migration drops it.
create function store_messages(
  ids uuid[], chat_ids uuid[], author_ids uuid[], types text[], contents text[], client_ids text[], upload_files text[],
  file_sizes bigint[], transfer_statuses text[]
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
  -- The chat's count of member changes when it was written.
  member_rev bigint,
  created_at timestamptz,
  author_name text,
  author_avatar_file text,
  width integer,
  height integer
)
language plpgsql
as $$
#variable_conflict use_column
declare
  held uuid[];
  written_at timestamptz;
begin
  -- In one order, so that two batches cannot deadlock; and without waiting, so that a locked chat does not delay the
  -- others.
  select array_agg(id) into held
  from (select id from chats where id = any(chat_ids) order by id for update skip locked) as free;
  -- Not now(), which is when the statement arrived: within a chat, times must increase like sequence numbers.
  written_at := clock_timestamp();

  return query
  -- One lookup per message, always by an index: a plan made for small tables must not scan large ones.
  with given as (
    select
      given.*,
      given.chat_id <> all(coalesce(held, '{}')) and exists (select from chats where id = given.chat_id) as is_busy,
      (select true from chat_members where chat_members.chat_id = given.chat_id and user_id = given.author_id) as is_member,
      (
        select messages.id from messages
        where messages.chat_id = given.chat_id
          and messages.author_id = given.author_id
          and messages.client_id = given.client_id
      ) as earlier_id
    from unnest(ids, chat_ids, author_ids, types, contents, client_ids, upload_files, file_sizes, transfer_statuses)
      with ordinality as given (
        id, chat_id, author_id, type, content, client_id, upload_file, file_size, transfer_status, position
      )
  ),
  fresh as (
    select *, row_number() over (partition by chat_id order by position) as number
    from given
    where is_member and not is_busy and earlier_id is null
  ),
  numbered as (
    update chats
    set last_seq = last_seq + wanted.count,
        last_activity_at = written_at,
        head_seq = last_seq + wanted.count,
        head_type = newest.type,
        head_content = left(newest.content, 200),
        head_author_id = newest.author_id,
        head_at = written_at
    from (select chat_id, count(*) as count from fresh group by chat_id) as wanted
    join fresh as newest on newest.chat_id = wanted.chat_id and newest.number = wanted.count
    where chats.id = wanted.chat_id
    returning chats.id, last_seq - wanted.count as before, member_rev
  ),
  written as (
    insert into messages (
      id, chat_id, seq, author_id, type, content, created_at, client_id, upload_file, file_size, transfer_status
    )
    select
      fresh.id, chat_id, before + number, author_id, type, content, written_at, client_id, upload_file, file_size,
      transfer_status
    from fresh
    join numbered on numbered.id = chat_id
    returning id, seq
  )
  select
    given.id, case when is_member then given.earlier_id end, given.is_busy, written.seq, numbered.member_rev, written_at,
    author.name, author.avatar_file, picture.width, picture.height
  from given
  left join written on written.id = given.id
  left join numbered on numbered.id = given.chat_id
  left join lateral (select name, avatar_file from users where users.id = given.author_id limit 1) as author on true
  left join lateral (
    select uploads.width, uploads.height from uploads where file_name = given.upload_file limit 1
  ) as picture on true;
end
$$;

-- Planned once, and always by an index, as migration 0011 explains.
alter function store_messages(uuid[], uuid[], uuid[], text[], text[], text[], text[], bigint[], text[])
  set plan_cache_mode = force_generic_plan;
alter function store_messages(uuid[], uuid[], uuid[], text[], text[], text[], text[], bigint[], text[])
  set enable_seqscan = off;
