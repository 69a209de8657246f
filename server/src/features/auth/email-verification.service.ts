import { inputTexts, limits, register, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { isDuplicate } from '../../platform/db/database-errors.ts';
import { invalidInput, notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/authentication.ts';
import type { Waiter } from '../../platform/fair-queue.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { type RateLimiter, consume } from '../../platform/rate-limiter.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import type { Registration } from '../host-settings/index.ts';
import { administratorRepository, type UserRow, userRepository } from '../users/index.ts';
import type { AuthMails } from './auth.mails.ts';
import { alreadyVerified, assertEmailUnverified, emailTaken } from './auth.policy.ts';
import { authRates } from './auth.rates.ts';
import { oneTimeTokenRepository } from './one-time-tokens.repository.ts';
import { securityLinkRepository } from './security-links.repository.ts';
import type { Sessions } from './sessions.service.ts';

interface VerificationDeps {
  database: Database;
  transact: Transact;
  limiter: RateLimiter;
  mails: AuthMails;
  mailQueue: MailQueue;
  passwords: Pick<Passwords, 'hash'>;
  registration: Registration;
  sessions: Pick<Sessions, 'closeAllOf'>;
}

export type Verification = ReturnType<typeof createVerification>;

export function createVerification(deps: VerificationDeps) {
  const { database, transact, limiter, mails, mailQueue, passwords, registration, sessions } = deps;
  const cooldownKey = (userId: UserId) => `verification-mail:${userId}`;

  /** Creates a valid link. The caller sends the mail once the transaction is committed. */
  async function issue(tx: Sql, user: UserRow) {
    const token = newToken();
    const lifetimeMs = limits.verificationLinkMs;
    await oneTimeTokenRepository.put(tx, {
      tokenHash: hashToken(token),
      userId: user.id,
      purpose: 'verify-email',
      lifetimeMs,
    });
    return mails.verification(user, token);
  }

  return {
    issue,

    /** The mail of the registration starts the cooldown for the next one. */
    startCooldown: (userId: UserId) => limiter.take(cooldownKey(userId), authRates.verificationMailCooldown),

    async resend(userId: UserId) {
      const user = await userRepository.find(database.sql, userId);
      if (!user) throw notFound('User');
      assertEmailUnverified(user);
      await consume(limiter, cooldownKey(userId), authRates.verificationMailCooldown);
      await consume(limiter, `verification-mails:${userId}`, authRates.verificationMailsPerUser);
      mailQueue.enqueue(await transact((tx) => issue(tx, user)));
    },

    /**
     * Corrects a mistyped address before it is verified. All links mailed to the old one become invalid: a stranger
     * reads that mailbox. Each attempt counts against the limit of registrations per network.
     */
    async correctEmail(userId: UserId, email: string, network: string) {
      const correctionKey = `email-correction:${userId}`;
      await consume(limiter, correctionKey, authRates.emailCorrectionCooldown);
      await consume(limiter, `verification-mails:${userId}`, authRates.verificationMailsPerUser);
      await consume(limiter, `${register.path}:network:${network}`, authRates.registrationsPerNetwork);
      const { user, mail } = await transact(async (tx) => {
        // Lock the token before the account, in the same order as `verify`, to avoid a deadlock.
        await oneTimeTokenRepository.removeAllOf(tx, userId);
        await securityLinkRepository.removeAllOf(tx, userId);
        await registration.assertAllowedEmail(tx, email);
        if (!(await userRepository.isEmailFree(tx, email, userId))) throw emailTaken();
        const corrected = await userRepository.correctEmail(tx, userId, email);
        if (!corrected) throw alreadyVerified();
        return { user: corrected, mail: await issue(tx, corrected) };
      }).catch(async (error: unknown) => {
        // No mail was sent: refund the cooldown, so that another address can be tried at once.
        await limiter.refund(correctionKey);
        throw isDuplicate(error) ? emailTaken() : error;
      });
      await limiter.take(cooldownKey(userId), authRates.verificationMailCooldown);
      mailQueue.enqueue(mail);
      return user;
    },

    /**
     * The token identifies the account. A session in that browser, possibly of somebody else, stays unchanged. Anybody
     * can sign up with the address of an administrator and wait until its owner opens the link. So such an account keeps
     * only the session of the browser that opened it, and no password without that.
     */
    verify: (token: string, caller: Caller | null, waiter: Waiter) =>
      transact(async (tx, emit) => {
        const userId = await takeLink(tx, token);
        // A refusal leaves the link as it is: it works once the account has another invitation.
        await registration.assertConfirmed(tx, userId);
        await userRepository.markVerified(tx, userId);
        if (!(await administratorRepository.isFixed(tx, userId))) return;
        const except = caller?.userId === userId ? caller.sessionId : null;
        await sessions.closeAllOf(tx, emit, { userId, except });
        // Nobody knows this password.
        if (except === null) await userRepository.setPassword(tx, userId, await passwords.hash(newToken(), waiter));
      }),
  };
}

async function takeLink(tx: Sql, token: string): Promise<UserId> {
  const userId = await oneTimeTokenRepository.take(tx, hashToken(token), 'verify-email');
  if (userId === null) throw invalidInput(inputTexts.verificationInvalid);
  return userId;
}
