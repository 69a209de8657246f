-- no transaction
alter table chats validate constraint chats_description_length;
