-- The public keys of people's passkeys (WebAuthn).
create table passkeys (
  id uuid constraint passkeys_pkey primary key,
  user_id uuid not null constraint passkeys_user_fkey references users on delete cascade,
  -- As the authenticator knows it, in base64url.
  credential_id text not null constraint passkeys_credential_key unique,
  public_key bytea not null,
  -- Of signatures, as the authenticator counts them; always 0 for those that do not count. It never decreases: a copy of
  -- the key would be behind.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_idx on passkeys (user_id, created_at);

-- What authenticators are asked to sign. Each works once.
create table passkey_challenges (
  challenge_hash bytea constraint passkey_challenges_pkey primary key,
  -- Whose new passkey signs it; null for a sign-in.
  user_id uuid constraint passkey_challenges_user_fkey references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_user_idx on passkey_challenges (user_id);
