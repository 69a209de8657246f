create table users (
  id uuid constraint users_pkey primary key,
  email text not null constraint users_email_key unique,
  name text not null,
  password_hash text,
  google_sub text constraint users_google_sub_key unique,
  avatar_file text,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  constraint users_email_length check (char_length(email) between 3 and 254),
  constraint users_name_length check (char_length(name) between 1 and 100),
  -- Somebody who can neither type a password nor come through Google could never get in again.
  constraint users_can_sign_in check (password_hash is not null or google_sub is not null)
);

create table uploads (
  file_name text constraint uploads_pkey primary key,
  owner_id uuid not null constraint uploads_owner_fkey references users on delete cascade,
  kind text not null constraint uploads_kind check (kind in ('image')),
  content_type text not null,
  bytes bigint not null,
  width integer,
  height integer,
  created_at timestamptz not null default now()
);
create index uploads_owner_idx on uploads (owner_id);

alter table users
  add constraint users_avatar_fkey foreign key (avatar_file) references uploads on delete set null;
create index users_avatar_idx on users (avatar_file) where avatar_file is not null;

create table sessions (
  id uuid constraint sessions_pkey primary key,
  token_hash bytea not null constraint sessions_token_key unique,
  user_id uuid not null constraint sessions_user_fkey references users on delete cascade,
  is_remembered boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user_idx on sessions (user_id, last_used_at);
create index sessions_expiry_idx on sessions (expires_at);

-- Links in mails. One per person and purpose: a newer one replaces the older.
create table one_time_tokens (
  token_hash bytea constraint one_time_tokens_pkey primary key,
  user_id uuid not null constraint one_time_tokens_user_fkey references users on delete cascade,
  purpose text not null constraint one_time_tokens_purpose check (purpose in ('verify-email', 'reset-password')),
  expires_at timestamptz not null,
  constraint one_time_tokens_newest_key unique (user_id, purpose)
);
