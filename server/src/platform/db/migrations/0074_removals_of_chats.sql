-- no transaction
-- They go with the group. Not in the file that creates the table: that would lock the users while it waits for the chats.
alter table chat_removals drop constraint if exists chat_removals_chat_fkey;
alter table chat_removals
  add constraint chat_removals_chat_fkey foreign key (chat_id) references chats on delete cascade not valid;
alter table chat_removals validate constraint chat_removals_chat_fkey;
