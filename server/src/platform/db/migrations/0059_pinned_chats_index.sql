-- no transaction
drop index concurrently if exists chat_members_pins_key;
create unique index concurrently chat_members_pins_key on chat_members (user_id, pin_position)
  where pin_position is not null;
alter table chat_members validate constraint chat_members_pin_position;
alter table chat_members validate constraint chat_members_pinned_or_archived;
