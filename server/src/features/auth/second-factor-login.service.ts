import { answerTexts, inputTexts, limits, type UserId } from '@chat-app/contract';
import type { Emit, Transact } from '../../domain-events.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { consume, type RateLimiter } from '../../platform/rate-limiter.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { type UserRow, userRepository } from '../users/index.ts';
import { authRates } from './auth.rates.ts';
import type { Devices } from './devices.service.ts';
import { loginTicketRepository } from './login-tickets.repository.ts';
import { isTotpCode, useCode } from './second-factor-codes.ts';
import { secondFactorRepository } from './second-factors.repository.ts';
import type { SecurityNotifications } from './security-notifications.ts';
import type { SessionOrigin } from './session-origin.ts';
import type { Sessions } from './sessions.service.ts';

interface LoginDeps {
  database: Database;
  transact: Transact;
  limiter: RateLimiter;
  devices: Devices;
  notify: SecurityNotifications;
  sessions: Sessions;
}

interface NewSession {
  readonly isRemembered: boolean;
  readonly replaces: string | null;
  readonly origin: SessionOrigin;
}

/** Where the second step of a login comes from. */
interface StepOrigin extends Omit<NewSession, 'isRemembered'> {
  /** The browser's device token. */
  readonly device: string | null;
}

export type SecondFactorLogin = ReturnType<typeof createSecondFactorLogin>;

/** The second step of a login. */
export function createSecondFactorLogin(deps: LoginDeps) {
  const { database, transact, limiter, devices, notify, sessions } = deps;

  /**
   * Limits the guessing of six digits, separately for each browser that signed in to the account before: a stranger who
   * knows the password cannot lock them out. Recovery codes are too long to be guessed and are not limited.
   */
  async function countGuess(user: UserRow, code: string, device: string | null): Promise<() => Promise<void>> {
    if (!isTotpCode(code)) return async () => {};
    const known = device === null ? null : await devices.find(device, user.email);
    const key = `second-factor:${user.id}:${known?.id ?? 'new'}`;
    await consume(limiter, key, authRates.wrongCodesPerUser);
    return () => limiter.refund(key);
  }

  return {
    /** Opens the session, or a ticket for the second step if the account has one. */
    async openOrAsk(tx: Sql, emit: Emit, userId: UserId, session: NewSession) {
      const factor = await secondFactorRepository.find(tx, userId);
      if (!factor?.isConfirmed) return { token: await sessions.open(tx, emit, { userId, ...session }) };
      const ticket = newToken();
      const { isRemembered } = session;
      const lifetimeMs = limits.loginTicketMs;
      await loginTicketRepository.add(tx, { tokenHash: hashToken(ticket), userId, isRemembered, lifetimeMs });
      return { ticket };
    },

    /** The code is used up together with the ticket, in the transaction that opens the session. */
    async complete({ ticket, code }: { ticket: string; code: string }, { device, ...origin }: StepOrigin) {
      const tokenHash = hashToken(ticket);
      const found = await loginTicketRepository.use(database.sql, tokenHash, limits.loginTicketTries);
      const user = found && (await userRepository.find(database.sql, found.userId));
      if (!user) throw loginExpired();
      let refundGuess = async () => {};
      try {
        refundGuess = await countGuess(user, code, device);
        const { token, sendMail } = await transact(async (tx, emit) => {
          const used = await useCode(tx, user.id, code);
          if (used === null) throw wrongCode(limits.loginTicketTries - found.tries);
          if (!(await loginTicketRepository.remove(tx, tokenHash))) throw loginExpired();
          const session = { userId: user.id, isRemembered: found.isRemembered, ...origin };
          const opened = await sessions.open(tx, emit, session);
          return { token: opened, sendMail: used === 'recovery' && (await notify(tx, user, 'recoveryCodeUsed')) };
        });
        if (sendMail) sendMail();
        await refundGuess();
        return { user, token, isRemembered: found.isRemembered };
      } catch (error) {
        if (error instanceof AppError && error.code === 'bad_credentials') throw error;
        // No code was compared, for example because of an outage.
        await refundGuess();
        await loginTicketRepository.refund(database.sql, tokenHash);
        throw error;
      }
    },
  };
}

/** The first step was right. */
export const secondFactorRequired = (ticket: string) =>
  new AppError('second_factor_required', answerTexts.secondFactorRequired, { ticket });

const wrongCode = (triesLeft: number) =>
  new AppError('bad_credentials', inputTexts.codeWrong, { triesLeft, fields: { code: inputTexts.codeWrong } });
const loginExpired = () => new AppError('bad_credentials', inputTexts.signInExpired, { triesLeft: 0 });
