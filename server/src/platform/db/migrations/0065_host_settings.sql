-- What administrators change while the server runs: one row at most. Null: the default.
create table host_settings (
  is_only boolean constraint host_settings_pkey primary key default true constraint host_settings_is_only check (is_only),
  registration text constraint host_settings_registration check (registration in ('open', 'invite', 'closed')),
  allowed_email_domains text[]
);

-- What everybody is shown: one row at most. `rev` counts the changes.
create table announcement (
  is_only boolean constraint announcement_pkey primary key default true constraint announcement_is_only check (is_only),
  rev integer not null,
  -- Null: nothing is announced.
  id uuid,
  text text constraint announcement_text_length check (char_length(text) between 1 and 500),
  level text constraint announcement_level check (level in ('info', 'warning')),
  created_at timestamptz,
  expires_at timestamptz
);
