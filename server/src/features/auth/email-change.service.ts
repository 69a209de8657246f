import { administrationTexts, emailChangeTexts, limits, register, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { isDuplicate } from '../../platform/db/database-errors.ts';
import { forbidden, invalidInput } from '../../platform/errors.ts';
import type { Waiter } from '../../platform/fair-queue.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { consume, type RateLimiter } from '../../platform/rate-limiter.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import type { Registration } from '../host-settings/index.ts';
import { administratorRepository, userRepository } from '../users/index.ts';
import type { AuthMails } from './auth.mails.ts';
import { emailTaken } from './auth.policy.ts';
import { authRates } from './auth.rates.ts';
import { deviceRepository } from './devices.repository.ts';
import { emailChangeRepository } from './email-changes.repository.ts';
import { loginTicketRepository } from './login-tickets.repository.ts';
import { oneTimeTokenRepository } from './one-time-tokens.repository.ts';
import { passkeyRepository } from './passkeys.repository.ts';
import { type PasswordCheck, wrongPassword } from './password-check.ts';
import { secondFactorRepository } from './second-factors.repository.ts';
import { securityLinkRepository } from './security-links.repository.ts';
import type { Sessions } from './sessions.service.ts';

interface EmailChangeDeps {
  transact: Transact;
  checkPassword: PasswordCheck;
  limiter: RateLimiter;
  mails: AuthMails;
  mailQueue: MailQueue;
  passwords: Passwords;
  registration: Registration;
  sessions: Sessions;
}

interface Requested {
  readonly password: string;
  readonly email: string;
}

const confirmMs = limits.verificationLinkMs;
const undoMs = limits.securityLinkMs;

export type EmailChange = ReturnType<typeof createEmailChange>;

/** The change of a verified address: the new one confirms it, the old one can undo it. */
export function createEmailChange(deps: EmailChangeDeps) {
  const { transact, checkPassword, limiter, mails, mailQueue, passwords, registration, sessions } = deps;

  return {
    /** Each attempt counts against the limit of registrations per network: the answer reveals whether an address is taken. */
    async request(userId: UserId, { password, email }: Requested, waiter: Waiter): Promise<void> {
      const user = await checkPassword(userId, { password, field: 'password', waiter });
      if (user.email === email) throw invalidInput(emailChangeTexts.sameEmail, { email: emailChangeTexts.sameEmail });
      await consume(limiter, `verification-mails:${userId}`, authRates.verificationMailsPerUser);
      await consume(limiter, `${register.path}:network:${waiter.group}`, authRates.registrationsPerNetwork);
      const [confirmToken, undoToken] = [newToken(), newToken()];
      const present = await transact(async (tx) => {
        // It may have been changed while it was being checked.
        const locked = await userRepository.findLocked(tx, userId);
        if (locked?.passwordHash !== user.passwordHash) throw wrongPassword('password');
        await assertAvailable(tx, registration, { userId, email });
        await emailChangeRepository.add(tx, {
          userId,
          oldEmail: locked.email,
          oldGoogleSub: locked.googleSub,
          newEmail: email,
          confirmHash: hashToken(confirmToken),
          undoHash: hashToken(undoToken),
          confirmMs,
          undoMs,
        });
        return locked;
      });
      mailQueue.enqueue(mails.confirmEmailChange({ name: present.name, email }, confirmToken));
      mailQueue.enqueue(mails.emailChanging(present, email, undoToken));
    },

    /** Links that were mailed to the old address for a reset become invalid. Sessions stay. */
    async confirm(token: string): Promise<void> {
      await transact(async (tx, emit) => {
        const change = await emailChangeRepository.confirm(tx, hashToken(token));
        if (!change) throw linkInvalid();
        const { userId, oldEmail, newEmail } = change;
        const user = await userRepository.findLocked(tx, userId);
        if (user?.email !== oldEmail) throw linkInvalid();
        await assertAvailable(tx, registration, { userId, email: newEmail });
        await oneTimeTokenRepository.removeAllOf(tx, userId);
        await userRepository.setEmail(tx, userId, newEmail);
        emit('user.updated', { userId });
      }).catch((error: unknown) => {
        throw isDuplicate(error) ? emailTaken() : error;
      });
    },

    /**
     * Before and after the confirmation. Somebody else knows the password: it becomes invalid, all devices are signed out,
     * and what they may have prepared since, to return, is removed.
     */
    async undo(token: string, waiter: Waiter): Promise<{ token: string }> {
      const resetToken = newToken();
      // Nobody knows this password.
      const passwordHash = await passwords.hash(newToken(), waiter);
      await transact(async (tx, emit) => {
        const undone = await emailChangeRepository.takeUndo(tx, hashToken(token));
        if (!undone) throw linkInvalid();
        const { userId, oldEmail, oldGoogleSub, requestedAt } = undone;
        await userRepository.restore(tx, userId, { email: oldEmail, googleSub: oldGoogleSub, passwordHash });
        emit('user.updated', { userId });
        await removeNewerThan(tx, userId, requestedAt);
        await oneTimeTokenRepository.removeAllOf(tx, userId);
        await oneTimeTokenRepository.put(tx, {
          tokenHash: hashToken(resetToken),
          userId,
          purpose: 'reset-password',
          lifetimeMs: limits.resetLinkMs,
        });
        await loginTicketRepository.removeAllOf(tx, userId);
        await deviceRepository.removeAllOf(tx, userId);
        await sessions.closeAllOf(tx, emit, { userId, except: null });
      });
      return { token: resetToken };
    },
  };
}

async function assertAvailable(
  tx: Sql,
  registration: Registration,
  { userId, email }: { userId: UserId; email: string },
): Promise<void> {
  // Those who run the server would lose their rights with the address that it names.
  if (await administratorRepository.isFixed(tx, userId)) throw forbidden(administrationTexts.fixedAdministrator);
  await registration.assertAllowedEmail(tx, email);
  const isFree = await userRepository.isEmailFree(tx, email, userId);
  // The address of an administrator would give this account their rights with one click in a mail.
  if (!isFree || (await administratorRepository.isFixedEmail(tx, email))) throw emailTaken();
}

/** What could let somebody return, if it was added since. */
async function removeNewerThan(tx: Sql, userId: UserId, time: string): Promise<void> {
  await secondFactorRepository.removeNewerThan(tx, userId, time);
  await passkeyRepository.removeNewerThan(tx, userId, time);
  await securityLinkRepository.removeNewerThan(tx, userId, time);
}

const linkInvalid = () => invalidInput(emailChangeTexts.linkInvalid);
