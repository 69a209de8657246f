-- Counts the visible changes of a chat's messages other than new ones: edits, deletions, reactions, pins. Together with the
-- number of messages it is the chat's revision: rev = last_seq + change_count. So sending a message updates no more than
-- before, and no existing row has to be rewritten.
alter table chats
  add column change_count bigint not null default 0,
  -- When the latest of these changes was made.
  add column changed_at timestamptz;

-- The rev of a change, which the caller writes to the message that changes. The caller has locked the chat.
create function next_rev(in_chat uuid) returns bigint language sql as $$
  update chats set change_count = change_count + 1, changed_at = now() where id = in_chat returning last_seq + change_count
$$;
