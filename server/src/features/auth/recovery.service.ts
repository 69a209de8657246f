import { inputTexts } from '@chat-app/contract';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Background } from '../../platform/background.ts';
import type { Transact } from '../../domain-events.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { assertUncommon } from '../../platform/common-passwords.ts';
import { invalidInput } from '../../platform/errors.ts';
import type { Waiter } from '../../platform/fair-queue.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { type RateLimiter, consume } from '../../platform/rate-limiter.ts';
import { hashToken } from '../../platform/tokens.ts';
import type { Registration } from '../host-settings/index.ts';
import { type UserRow, userRepository } from '../users/index.ts';
import { authRates } from './auth.rates.ts';
import { deviceRepository } from './devices.repository.ts';
import { emailChangeRepository } from './email-changes.repository.ts';
import { loginTicketRepository } from './login-tickets.repository.ts';
import { oneTimeTokenRepository } from './one-time-tokens.repository.ts';
import { passkeyRepository } from './passkeys.repository.ts';
import type { IssueResetLink } from './reset-links.ts';
import { secondFactorRepository } from './second-factors.repository.ts';
import { securityLinkRepository } from './security-links.repository.ts';
import type { SecurityNotifications } from './security-notifications.ts';
import type { Sessions } from './sessions.service.ts';

const linkDelayMs = [50, 250] as const;

interface RecoveryDeps {
  background: Background;
  database: Database;
  transact: Transact;
  limiter: RateLimiter;
  issueResetLink: IssueResetLink;
  mailQueue: MailQueue;
  notify: SecurityNotifications;
  passwords: Passwords;
  registration: Registration;
  sessions: Sessions;
  title: string;
}

export type Recovery = ReturnType<typeof createRecovery>;

/** The link of a reset, or that of a mail about a change that somebody else made. */
async function takeLink(tx: Sql, tokenHash: Buffer) {
  const userId = await oneTimeTokenRepository.take(tx, tokenHash, 'reset-password');
  if (userId !== null) return { userId, undoesSecondFactor: false, suspiciousSince: null };
  const taken = await securityLinkRepository.take(tx, tokenHash);
  if (taken === null) throw invalidInput(inputTexts.resetLinkInvalid);
  const { createdAt: suspiciousSince, undoesSecondFactor } = taken;
  return { userId: taken.userId, undoesSecondFactor, suspiciousSince };
}

export function createRecovery(deps: RecoveryDeps) {
  const { background, database, transact, issueResetLink, limiter, mailQueue, notify, passwords } = deps;
  const { registration, sessions, title } = deps;

  /** Runs after the response, whose time reveals nothing. The random delay blurs its load; the cooldown limits it. */
  async function sendLinkLater(user: UserRow) {
    await pause(randomInt(...linkDelayMs));
    mailQueue.enqueue(await issueResetLink(database.sql, user));
  }

  return {
    /** Known and unknown addresses get the same response after the same work; the link is created afterwards. */
    async requestReset(email: string, network: string) {
      await consume(limiter, `reset-mail:${email}`, authRates.resetMailCooldown);
      // Per network as well, or anybody could use up the owner's mails for the day.
      await consume(limiter, `reset-mails:${email}:${network}`, authRates.resetMailsPerAddress);
      const user = await userRepository.findByEmail(database.sql, email);
      if (user) background.run('send reset link', () => sendLinkLater(user));
    },

    /**
     * The link proves access to the mailbox, so it also verifies the address, unless the account has lost the invitation
     * that it needs: the link that verifies it says so. Ends every session; returns the user.
     */
    async reset(token: string, newPassword: string, waiter: Waiter) {
      assertUncommon(newPassword, { field: 'newPassword', title });
      const passwordHash = await passwords.hash(newPassword, waiter);
      const { user, mails: toSend } = await transact(async (tx, emit) => {
        const { userId, undoesSecondFactor, suspiciousSince } = await takeLink(tx, hashToken(token));
        // A passkey that is being added now is seen after that.
        await userRepository.findLocked(tx, userId);
        if (suspiciousSince !== null) await passkeyRepository.removeNewerThan(tx, userId, suspiciousSince);
        const isTurnedOff = undoesSecondFactor && (await secondFactorRepository.remove(tx, userId));
        await userRepository.setPassword(tx, userId, passwordHash);
        if (await registration.isConfirmed(tx, userId)) await userRepository.markVerified(tx, userId);
        await oneTimeTokenRepository.removeAllOf(tx, userId);
        await securityLinkRepository.removeAfterReset(tx, userId, {
          isSecondFactorUndone: undoesSecondFactor,
          passkeysUndoneSince: suspiciousSince,
        });
        await loginTicketRepository.removeAllOf(tx, userId);
        await emailChangeRepository.voidPending(tx, userId);
        await deviceRepository.removeAllOf(tx, userId);
        await sessions.closeAllOf(tx, emit, { userId: userId, except: null });
        const owner = await userRepository.find(tx, userId);
        if (!owner) throw invalidInput(inputTexts.resetLinkInvalid);
        const changed = await notify(tx, owner, 'passwordChanged');
        return { user: owner, mails: isTurnedOff ? [changed, await notify(tx, owner, 'secondFactorOff')] : [changed] };
      });
      toSend.forEach((send) => send());
      return user.id;
    },
  };
}
