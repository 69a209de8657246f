-- no transaction
-- Administrators search all accounts by a part of the name or of the address.
drop index concurrently if exists users_admin_search_idx;
create index concurrently users_admin_search_idx on users using gin (name gin_trgm_ops, email gin_trgm_ops);
