-- Who has blocked whom.
create table user_blocks (
  blocker_id uuid not null constraint user_blocks_blocker_fkey references users on delete cascade,
  blocked_id uuid not null constraint user_blocks_blocked_fkey references users on delete cascade,
  created_at timestamptz not null default now(),
  constraint user_blocks_pkey primary key (blocker_id, blocked_id),
  constraint user_blocks_two_people check (blocker_id <> blocked_id)
);
create index user_blocks_blocked_idx on user_blocks (blocked_id, blocker_id);

-- Whether these are two people of whom one has blocked the other.
create function is_pair_blocked(user_ids uuid[]) returns boolean language sql stable as $$
  select cardinality(user_ids) = 2 and exists (
    select from user_blocks
    where (blocker_id = user_ids[1] and blocked_id = user_ids[2]) or (blocker_id = user_ids[2] and blocked_id = user_ids[1])
  )
$$;

create function refresh_blocked_chats() returns trigger language plpgsql as $$
declare
  shared_ids uuid[];
begin
  -- Chats of three, too: the third may be leaving at this moment. In one order, so that two transactions cannot deadlock.
  select array_agg(id) into shared_ids
  from (
    select chats.id
    from changed
    join chat_members as blocker on blocker.user_id = blocker_id
    join chat_members as blocked on blocked.user_id = blocked_id and blocked.chat_id = blocker.chat_id
    join chats on chats.id = blocker.chat_id and cardinality(member_ids) <= 3
    order by chats.id
    for update of chats
  ) as locked;
  update chats set is_blocked = is_pair_blocked(member_ids)
  where id = any(shared_ids) and is_blocked <> is_pair_blocked(member_ids);
  return null;
end
$$;

create trigger user_blocks_added after insert on user_blocks
  referencing new table as changed
  for each statement execute function refresh_blocked_chats();

create trigger user_blocks_removed after delete on user_blocks
  referencing old table as changed
  for each statement execute function refresh_blocked_chats();
