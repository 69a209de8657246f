-- Every node learns from it that a message has changed.
create function log_changed_message() returns trigger language plpgsql as $$
begin
  insert into access_changes (chat_id, rev) values (new.chat_id, new.rev);
  return null;
end
$$;
create trigger messages_changed after update of rev on messages
  for each row when (new.deleted_at is null and new.rev is distinct from old.rev) execute function log_changed_message();

-- Runs for the trigger of migration 0018. With the rev, a node does not read again what it has emitted.
create or replace function log_deleted_message() returns trigger language plpgsql as $$
begin
  insert into access_changes (chat_id, message_id, seq, rev) values (new.chat_id, new.id, new.seq, new.rev);
  return null;
end
$$;
