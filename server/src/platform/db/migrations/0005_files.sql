alter table uploads
  drop constraint uploads_kind,
  add constraint uploads_kind check (kind in ('image', 'file')),
  -- What the file was called where it came from.
  add column name text;

alter table messages
  -- Bytes of a file, kept here because a file that went from browser to browser was never ours.
  add column file_size bigint,
  add column transfer_status text constraint messages_transfer_status check (transfer_status in ('completed', 'cancelled'));

-- A device that was away asks which of the messages it shows have been deleted.
create index messages_gone_idx on messages (chat_id, seq) where deleted_at is not null;
