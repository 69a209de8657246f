-- Counts the changes of a chat's members. A message carries the count of its commit: a node that knows a smaller one asks
-- the database who the members are before it delivers the message.
alter table chats add column member_rev bigint not null default 0;

-- What every node must learn although Redis loses it: ended sessions, changed members, deleted messages. Written by triggers,
-- so that the previous release, which runs beside this one during an upgrade, writes it too.
create table access_changes (
  id bigint generated always as identity constraint access_changes_pkey primary key,
  -- Rows are read by transaction: with ids, one that commits late would stay behind those already read.
  xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  session_id uuid,
  chat_id uuid,
  -- With a chat: its members were added or removed, with this count afterwards.
  member_rev bigint,
  user_ids uuid[],
  -- With a chat: this message of it was deleted.
  message_id uuid,
  seq bigint
);
create index access_changes_xid_idx on access_changes (xid);

-- Runs for the triggers of migration 0008, which call it after members were added or removed.
create or replace function refresh_chat_member_ids() returns trigger language plpgsql as $$
begin
  with counted as (
    update chats
    set member_ids = array(select user_id from chat_members where chat_id = chats.id order by joined_at, user_id),
        member_rev = member_rev + 1
    where id in (select chat_id from changed)
    returning id, member_rev
  )
  insert into access_changes (chat_id, member_rev, user_ids)
  -- The members of a deleted chat go with it: there is no count any more.
  select chat_id, max(counted.member_rev), array_agg(user_id)
  from changed
  left join counted on counted.id = chat_id
  group by chat_id;
  return null;
end
$$;
