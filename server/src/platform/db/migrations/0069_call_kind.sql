-- no transaction
-- 'video' from the start, or since somebody turned a camera on.
alter table calls add column if not exists kind text not null default 'voice';
alter table calls drop constraint if exists calls_kind;
alter table calls add constraint calls_kind check (kind in ('voice', 'video')) not valid;
alter table calls validate constraint calls_kind;
