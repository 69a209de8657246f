-- no transaction
-- Presence is asked for thousands of people at once; the few who do not share theirs must be found without reading them.
drop index concurrently if exists users_hidden_presence_idx;
create index concurrently users_hidden_presence_idx on users (id) where not shares_presence;
