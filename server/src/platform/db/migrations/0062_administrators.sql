-- Administrators, and accounts that they suspended.
alter table users
  add column is_administrator boolean not null default false,
  add column suspended_at timestamptz;

-- Whom the environment makes administrators, by the address of their accounts. Written at every start.
create table environment_admins (
  email text constraint environment_admins_pkey primary key
);

-- What administrators did. Without references: entries stay when an account is deleted, and then say its id only.
create table audit_entries (
  id uuid constraint audit_entries_pkey primary key,
  created_at timestamptz not null default now(),
  -- Null for the command line.
  actor_id uuid,
  action text not null,
  target_id uuid,
  detail text
);
