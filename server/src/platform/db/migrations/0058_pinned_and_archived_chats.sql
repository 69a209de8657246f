-- For this member only. The place among their pinned chats: with the unique index of the next migration, the check is what
-- limits their number. And the last seq of the chat when it was archived: a newer message takes it out of the archive
-- without a write, unless the chat is muted. Null costs nothing in a row that is read with every page.
alter table chat_members
  add column pin_position smallint,
  add column archived_seq bigint,
  add constraint chat_members_pin_position check (pin_position between 1 and 10) not valid,
  add constraint chat_members_pinned_or_archived check (pin_position is null or archived_seq is null) not valid;
