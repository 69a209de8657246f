-- System messages that make no chat unread by themselves: somebody left, a call ended. A constant default rewrites no rows.
alter table messages add column is_quiet boolean not null default false;
