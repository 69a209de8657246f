-- When the member last read further. Null for what was read before, or on a node of the previous release.
alter table chat_members add column read_at timestamptz;
