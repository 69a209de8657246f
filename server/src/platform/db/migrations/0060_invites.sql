-- Links that invite: to become a friend of their creator, or to join a group. Only a hash of the link's token is stored.
create table invites (
  id uuid constraint invites_pkey primary key,
  token_hash bytea not null constraint invites_token_key unique,
  creator_id uuid not null constraint invites_creator_fkey references users on delete cascade,
  -- The group; null for an invitation to become friends.
  chat_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- Null for any number.
  max_uses integer constraint invites_max_uses_positive check (max_uses > 0),
  -- The rows of invite_uses, also of those whose account was deleted.
  uses integer not null default 0,
  constraint invites_uses_in_range check (uses >= 0 and uses <= coalesce(max_uses, uses))
);
create index invites_creator_idx on invites (creator_id, created_at);
create index invites_chat_idx on invites (chat_id);

-- Who used an invitation. Accepted, or reserved by a registration that has not been verified yet.
create table invite_uses (
  invite_id uuid not null constraint invite_uses_invite_fkey references invites on delete cascade,
  -- Null when the account was deleted: the invitation is used nevertheless.
  user_id uuid constraint invite_uses_user_fkey references users on delete set null,
  used_at timestamptz not null default now(),
  accepted_at timestamptz,
  constraint invite_uses_key unique (invite_id, user_id)
);
create index invite_uses_user_idx on invite_uses (user_id);
create index invite_uses_reserved_idx on invite_uses (used_at) where accepted_at is null;
