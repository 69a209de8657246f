import { emailDomainText, hostSettingsTexts, isAllowedEmail, type UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { HostSettingsService, RegistrationRules } from './host-settings.service.ts';

export interface InviteUses {
  /** Whether the invitation could be used now. */
  readonly canUseInvite: (sql: Sql, token: string) => Promise<boolean>;
  /**
   * Keeps a use of the invitation for this account, which needs it or not. False when it cannot be used.
   */
  readonly reserveInvite: (tx: Sql, given: { token: string; userId: UserId; isNeeded: boolean }) => Promise<boolean>;
  /** Whether the account still has the use that it needs, or gets another one; null when it needs none. */
  readonly confirmInvite: (tx: Sql, given: { userId: UserId; canTakeAnother: boolean }) => Promise<boolean | null>;
  /** The account needs no invitation any more. */
  readonly forgetInvited: (tx: Sql, userId: UserId) => Promise<void>;
}

interface Newcomer {
  readonly email: string;
  readonly invite: string | undefined;
}

export type Registration = ReturnType<typeof createRegistration>;

/** Decides who may create an account, and which addresses an account may have. */
export function createRegistration(settings: HostSettingsService, uses: InviteUses) {
  const { canUseInvite, reserveInvite, confirmInvite, forgetInvited } = uses;

  /**
   * An account that was created with an invitation may have lost its use to somebody else, as it was not verified in time.
   * Returns why it cannot be verified, or null.
   */
  async function confirm(tx: Sql, userId: UserId): Promise<AppError | null> {
    const { registration } = await settings.lockRules(tx);
    const isConfirmed = await confirmInvite(tx, { userId, canTakeAnother: registration === 'invite' });
    if (isConfirmed === null) return null;
    if (!isConfirmed && registration === 'closed') return refused(hostSettingsTexts.registrationClosed);
    if (!isConfirmed && registration === 'invite') return refused(hostSettingsTexts.invitationLost);
    await forgetInvited(tx, userId);
    return null;
  }

  return {
    /** Before anything is looked up: a refusal must not depend on whether the address has an account. */
    async assertOpen(sql: Sql, newcomer: Newcomer): Promise<void> {
      const rules = await settings.findRules(sql);
      assertRules(rules, newcomer);
      if (rules.registration !== 'invite' || newcomer.invite === undefined) return;
      if (!(await canUseInvite(sql, newcomer.invite))) throw invitationUnusable();
    },

    /**
     * In the transaction that creates the account, until whose end the rules stay. Returns what reserves a use of the
     * invitation for the new account, or fails.
     */
    async admit(tx: Sql, newcomer: Newcomer): Promise<(userId: UserId) => Promise<void>> {
      const rules = await settings.lockRules(tx);
      assertRules(rules, newcomer);
      return async (userId) => {
        const { invite: token } = newcomer;
        const isNeeded = rules.registration === 'invite';
        const isReserved = token !== undefined && (await reserveInvite(tx, { token, userId, isNeeded }));
        if (isNeeded && !isReserved) throw invitationUnusable();
      };
    },

    /** For the transaction that verifies the address of an account: fails if its invitation lets nobody in any more. */
    async assertConfirmed(tx: Sql, userId: UserId): Promise<void> {
      const refusal = await confirm(tx, userId);
      if (refusal) throw refusal;
    },

    /** Like `assertConfirmed`. False instead of a failure. */
    isConfirmed: async (tx: Sql, userId: UserId): Promise<boolean> => (await confirm(tx, userId)) === null,

    /** For an account that changes its address. */
    async assertAllowedEmail(tx: Sql, email: string): Promise<void> {
      assertDomain(await settings.lockRules(tx), email);
    },
  };
}

function assertRules(rules: RegistrationRules, { email, invite }: Newcomer): void {
  if (rules.registration === 'closed') throw refused(hostSettingsTexts.registrationClosed);
  if (rules.registration === 'invite' && invite === undefined) throw refused(hostSettingsTexts.invitationNeeded);
  assertDomain(rules, email);
}

function assertDomain({ allowedEmailDomains }: RegistrationRules, email: string): void {
  if (isAllowedEmail(email, allowedEmailDomains)) return;
  const reason = emailDomainText(allowedEmailDomains);
  throw refused(reason, { fields: { email: reason } });
}

const refused = (reason: string, extra = {}) => new AppError('registration_closed', reason, extra);
const invitationUnusable = () => refused(hostSettingsTexts.invitationUnusable);
