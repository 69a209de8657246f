-- When the message was pinned; null when it is not.
alter table messages add column pinned_at timestamptz;

-- Runs for the trigger of migration 0021. The previous release does not know what else goes with a deleted message.
create or replace function set_rev_of_deleted_message() returns trigger language plpgsql as $$
begin
  delete from message_versions where message_id = new.id;
  delete from message_reactions where message_id = new.id;
  new.has_reactions := false;
  new.pinned_at := null;
  new.rev := next_rev(new.chat_id);
  return new;
end
$$;
