-- With a chat: a message of it changed or was deleted, which made this the chat's rev.
alter table access_changes add column rev bigint;
