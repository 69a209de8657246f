-- Shown in the list of devices. Sessions from before have neither.
alter table sessions
  add column device text,
  add column network text;
