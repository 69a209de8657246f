-- Accounts that were created while an invitation was needed, until their address is verified: only then do they exist for
-- others, and only with a use of an invitation, which they may have lost by then.
create table invited_accounts (
  user_id uuid constraint invited_accounts_pkey primary key
    constraint invited_accounts_user_fkey references users on delete cascade,
  -- Without a reference: an invitation that was revoked lets nobody in any more.
  invite_id uuid not null
);
