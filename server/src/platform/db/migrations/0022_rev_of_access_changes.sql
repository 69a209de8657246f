-- With a chat and nothing else: a message of it was edited, or something else about it changed, which made this its rev.
alter table access_changes add column rev bigint;
