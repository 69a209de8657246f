alter table messages
  -- The sender's own mark: a retry finds the first message by it, for as long as the message lives.
  add column client_id text constraint messages_client_id_length check (char_length(client_id) between 1 and 64),
  -- The picture or file that was sent.
  add column upload_file text constraint messages_upload_fkey references uploads on delete set null;

create unique index messages_client_id_key on messages (chat_id, author_id, client_id) where client_id is not null;
create index messages_upload_idx on messages (upload_file) where upload_file is not null;
