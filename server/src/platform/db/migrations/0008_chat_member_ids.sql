-- The members of a chat, the longest-standing first, in the chat's own row, so that a sidebar of hundreds of chats does
-- not gather thousands of rows each time it is asked for. The database keeps it itself: whoever adds or removes
-- members, and whatever a cascade removes, the two cannot drift apart.
alter table chats add column member_ids uuid[] not null default '{}';

create function refresh_chat_member_ids() returns trigger language plpgsql as $$
begin
  update chats
  set member_ids = array(
    select user_id from chat_members where chat_id = chats.id order by joined_at, user_id
  )
  where id in (select chat_id from changed);
  return null;
end
$$;

create trigger chat_members_added after insert on chat_members
  referencing new table as changed
  for each statement execute function refresh_chat_member_ids();

create trigger chat_members_removed after delete on chat_members
  referencing old table as changed
  for each statement execute function refresh_chat_member_ids();

update chats
set member_ids = array(select user_id from chat_members where chat_id = chats.id order by joined_at, user_id);
