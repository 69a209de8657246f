-- What a person shares with others, and whether mentions notify them in muted chats.
alter table users
  add column sends_receipts boolean not null default true,
  add column shares_presence boolean not null default true,
  add column is_findable boolean not null default true,
  add column mentions_break_mute boolean not null default true;
