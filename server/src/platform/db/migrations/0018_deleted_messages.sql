-- Every node learns from it that a message was deleted.
create function log_deleted_message() returns trigger language plpgsql as $$
begin
  insert into access_changes (chat_id, message_id, seq) values (new.chat_id, new.id, new.seq);
  return null;
end
$$;
create trigger messages_deleted after update of deleted_at on messages
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function log_deleted_message();
