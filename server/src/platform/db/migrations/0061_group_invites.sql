-- no transaction
-- An invitation to a group goes with it. Not in the file that creates the table: that would lock the users while it waits for
-- the chats.
alter table invites drop constraint if exists invites_chat_fkey;
alter table invites add constraint invites_chat_fkey foreign key (chat_id) references chats on delete cascade not valid;
alter table invites validate constraint invites_chat_fkey;
