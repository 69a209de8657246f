-- A chat of two of whom one has blocked the other: nobody writes to it. In the chat's own row, which is read with every
-- message anyway. The database keeps it itself, like member_ids.
alter table chats add column is_blocked boolean not null default false;

-- As in migration 0015, and a chat that shrinks to two, or grows, may change.
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
  update chats set is_blocked = is_pair_blocked(member_ids)
  where id in (select chat_id from changed) and is_blocked <> is_pair_blocked(member_ids);
  return null;
end
$$;
