-- Writes many messages at once. A function, because locking first and deciding afterwards would otherwise take four trips
-- to the database instead of one, and the trips cost more than the work. Each statement in it sees what was committed
-- before it began: whoever was removed from a chat before we held it is no member any more.
create function write_messages(
  ids uuid[], chat_ids uuid[], author_ids uuid[], types text[], contents text[], client_ids text[], upload_files text[],
  file_sizes bigint[], transfer_statuses text[]
)
returns table (
  -- Of the messages given, in any order.
  given_id uuid,
  -- Set when the same author sent it to the same chat before, under the same mark.
  earlier_id uuid,
  -- Somebody else is changing the chat just now; to be tried again.
  is_busy boolean,
  -- Null when it was not written: it was before, the chat is busy, or the author is no member.
  seq bigint,
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
  -- In one order, so that two batches cannot block each other; and without waiting, so that one chat that is locked for
  -- long holds up nobody else's.
  select array_agg(id) into held
  from (select id from chats where id = any(chat_ids) order by id for update skip locked) as free;
  -- Not now(), which is when the statement arrived: in a chat, time goes forward like the places do.
  written_at := clock_timestamp();

  return query
  -- Looked up one by one, always by an index: a plan made for small tables must not read large ones from end to end.
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
    select *, row_number() over (partition by chat_id order by position) as place
    from given
    where is_member and not is_busy and earlier_id is null
  ),
  places as (
    update chats
    set last_seq = last_seq + wanted.count,
        last_activity_at = written_at,
        head_seq = last_seq + wanted.count,
        head_type = newest.type,
        head_content = left(newest.content, 200),
        head_author_id = newest.author_id,
        head_at = written_at
    from (select chat_id, count(*) as count from fresh group by chat_id) as wanted
    join fresh as newest on newest.chat_id = wanted.chat_id and newest.place = wanted.count
    where chats.id = wanted.chat_id
    returning chats.id, last_seq - wanted.count as before
  ),
  written as (
    insert into messages (
      id, chat_id, seq, author_id, type, content, created_at, client_id, upload_file, file_size, transfer_status
    )
    select
      fresh.id, chat_id, before + place, author_id, type, content, written_at, client_id, upload_file, file_size,
      transfer_status
    from fresh
    join places on places.id = chat_id
    returning id, seq
  )
  select
    given.id, case when is_member then given.earlier_id end, given.is_busy, written.seq, written_at, author.name, author.avatar_file,
    picture.width, picture.height
  from given
  left join written on written.id = given.id
  left join lateral (select name, avatar_file from users where users.id = given.author_id limit 1) as author on true
  left join lateral (
    select uploads.width, uploads.height from uploads where file_name = given.upload_file limit 1
  ) as picture on true;
end
$$;
