-- Members whom the owner of a group has made admins. The owner is named by the chat, and is not marked.
alter table chat_members add column is_admin boolean not null default false;
