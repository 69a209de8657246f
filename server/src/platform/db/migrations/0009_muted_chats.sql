-- Whoever mutes a chat hears nothing of it on any device. It is nobody else's business.
alter table chat_members add column is_muted boolean not null default false;
