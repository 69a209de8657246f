import type { InviteId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** Accounts that need a use of an invitation until their address is verified. */
export const invitedAccountRepository = {
  async add(tx: Sql, { userId, inviteId }: { userId: UserId; inviteId: InviteId }): Promise<void> {
    await tx`insert into invited_accounts (user_id, invite_id) values (${userId}, ${inviteId})`;
  },

  /** The invitation that lets this account in, null for all other accounts. */
  async find(tx: Sql, userId: UserId): Promise<InviteId | null> {
    const [invited] = await tx<{ inviteId: InviteId }[]>`
      select invite_id
      from invited_accounts
      join users on users.id = user_id
      -- The previous release verifies accounts without removing this row.
      where user_id = ${userId} and verified_at is null`;
    return invited?.inviteId ?? null;
  },

  /** Another invitation lets the account in, if it needs one. */
  async setInvite(tx: Sql, { userId, inviteId }: { userId: UserId; inviteId: InviteId }): Promise<void> {
    await tx`update invited_accounts set invite_id = ${inviteId} where user_id = ${userId}`;
  },

  async remove(tx: Sql, userId: UserId): Promise<void> {
    await tx`delete from invited_accounts where user_id = ${userId}`;
  },
};
