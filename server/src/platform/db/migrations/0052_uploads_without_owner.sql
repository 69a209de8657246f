-- The files of messages outlive the account of those who sent them.
alter table uploads
  alter column owner_id drop not null,
  drop constraint uploads_owner_fkey,
  add constraint uploads_owner_fkey foreign key (owner_id) references users on delete set null not valid;
