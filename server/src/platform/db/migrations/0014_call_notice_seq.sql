-- The position of the message that announced the call: joining the call reads it. A file of its own, because a migration that
-- locks two tables can deadlock with nodes that are running.
alter table calls add column notice_seq bigint;
