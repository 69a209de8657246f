-- no transaction
-- Few accounts are in either, and the console lists them among all.
drop index concurrently if exists users_administrators_idx;
create index concurrently users_administrators_idx on users (id) where is_administrator;
drop index concurrently if exists users_suspended_idx;
create index concurrently users_suspended_idx on users (id) where suspended_at is not null;
