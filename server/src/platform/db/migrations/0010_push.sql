-- The key by which push services know us. There is one, whichever node made it: browsers tie their subscriptions to it.
create table vapid_keys (
  is_only boolean constraint vapid_keys_pkey primary key default true constraint vapid_keys_only check (is_only),
  private_key text not null
);

-- Devices that are told what arrives while nobody looks. One for each session, and gone with it.
create table push_subscriptions (
  session_id uuid constraint push_subscriptions_pkey primary key
    constraint push_subscriptions_session_fkey references sessions on delete cascade,
  -- A browser has one, whoever sits there now: the one before must not be told any more.
  endpoint text not null constraint push_subscriptions_endpoint_key unique,
  p256dh text not null,
  auth text not null,
  has_preview boolean not null,
  created_at timestamptz not null default now()
);
