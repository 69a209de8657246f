alter table messages
  -- The chat's rev at the latest change of this message. Null in rows from before this column: their seq.
  add column rev bigint,
  add column edited_at timestamptz,
  -- The message that this one replies to, of the same chat. No foreign key: messages go only together with their chat.
  add column reply_to uuid,
  -- The name of the original's author when it was forwarded.
  add column forwarded_from text,
  -- The members whom it mentions, and whether it mentions all of them.
  add column mention_ids uuid[],
  add column mentions_all boolean not null default false;

-- The previous release, which runs beside this one during an upgrade, does not count changes: these triggers do it for it.
create function set_rev_of_new_message() returns trigger language plpgsql as $$
begin
  select new.seq + change_count into new.rev from chats where id = new.chat_id;
  return new;
end
$$;
create trigger messages_new_rev before insert on messages
  for each row when (new.rev is null) execute function set_rev_of_new_message();

create function set_rev_of_deleted_message() returns trigger language plpgsql as $$
begin
  new.rev := next_rev(new.chat_id);
  return new;
end
$$;
create trigger messages_deleted_rev before update of deleted_at on messages
  for each row when (old.deleted_at is null and new.deleted_at is not null and new.rev is not distinct from old.rev)
  execute function set_rev_of_deleted_message();
