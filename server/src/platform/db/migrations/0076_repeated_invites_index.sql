-- no transaction
drop index concurrently if exists invites_client_id_idx;
create unique index concurrently invites_client_id_idx on invites (creator_id, client_id_hash);
