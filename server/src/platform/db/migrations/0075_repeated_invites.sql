-- An invitation that is asked for twice with one client id is made once. The link is made of the client id and a random part;
-- only the latter is stored, and a hash of the former.
alter table invites add column client_id_hash bytea;
alter table invites add column token_salt bytea;
