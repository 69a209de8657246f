-- The secret that a person's app and the server share. It is on once the person has shown a code of it.
create table second_factors (
  user_id uuid constraint second_factors_pkey primary key constraint second_factors_user_fkey references users on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The time step of the latest code that was accepted: no code works twice.
  used_step bigint not null default 0
);

-- For people without their app. Each works once.
create table recovery_codes (
  user_id uuid not null constraint recovery_codes_user_fkey references users on delete cascade,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (user_id, code_hash)
);

-- Logins whose first step, a password or Google, was right.
create table login_tickets (
  token_hash bytea constraint login_tickets_pkey primary key,
  user_id uuid not null constraint login_tickets_user_fkey references users on delete cascade,
  is_remembered boolean not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index login_tickets_user_idx on login_tickets (user_id);

-- Links 'This was not me' in mails about changes of an account. Several are valid at a time: a stranger who causes another
-- mail must not void those before it.
create table security_links (
  token_hash bytea constraint security_links_pkey primary key,
  user_id uuid not null constraint security_links_user_fkey references users on delete cascade,
  -- That of the mail about the second factor that was turned on.
  undoes_second_factor boolean not null,
  expires_at timestamptz not null
);
create index security_links_user_idx on security_links (user_id, expires_at);
