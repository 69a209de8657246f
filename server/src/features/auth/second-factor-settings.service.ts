import { answerTexts, inputTexts, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Caller } from '../../platform/authentication.ts';
import type { Database } from '../../platform/db/database.ts';
import { invalidInput, notFound } from '../../platform/errors.ts';
import type { Waiter } from '../../platform/fair-queue.ts';
import { consume, type RateLimiter } from '../../platform/rate-limiter.ts';
import { userRepository } from '../users/index.ts';
import { authRates } from './auth.rates.ts';
import { loginTicketRepository } from './login-tickets.repository.ts';
import type { PasswordCheck } from './password-check.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { digitsOf, useCode } from './second-factor-codes.ts';
import { secondFactorRepository } from './second-factors.repository.ts';
import type { SecurityNotifications } from './security-notifications.ts';
import { describeSecret, newTotpSecret, stepOf } from './totp.ts';

interface SettingsDeps {
  database: Database;
  transact: Transact;
  limiter: RateLimiter;
  checkPassword: PasswordCheck;
  notify: SecurityNotifications;
  title: string;
}

export type SecondFactorSettings = ReturnType<typeof createSecondFactorSettings>;

/** Turns the second step of the login on and off: codes from an app (RFC 6238), and recovery codes for those without it. */
export function createSecondFactorSettings(deps: SettingsDeps) {
  const { database, transact, limiter, checkPassword, notify, title } = deps;
  const rateKey = (userId: UserId) => `second-factor-setup:${userId}`;

  return {
    async setUp({ userId }: Caller, password: string, waiter: Waiter) {
      const user = await checkPassword(userId, { password, field: 'password', waiter });
      const secret = newTotpSecret();
      if (!(await secondFactorRepository.begin(database.sql, userId, secret))) throw alreadyOn();
      return describeSecret(secret, { title, email: user.email });
    },

    async confirm({ userId }: Caller, code: string) {
      await consume(limiter, rateKey(userId), authRates.wrongCodesPerUser);
      const recoveryCodes = newRecoveryCodes();
      const sendMail = await transact(async (tx) => {
        const factor = await secondFactorRepository.find(tx, userId);
        if (factor?.isConfirmed) throw alreadyOn();
        const step = factor ? stepOf(digitsOf(code), factor) : null;
        if (!factor || step === null) throw wrongCode();
        // Another request may have begun again, or confirmed it, meanwhile.
        if (!(await secondFactorRepository.confirm(tx, userId, { secret: factor.secret, step }))) throw wrongCode();
        await secondFactorRepository.setRecoveryCodes(tx, userId, recoveryCodes.map(hashRecoveryCode));
        const user = await userRepository.find(tx, userId);
        if (!user) throw notFound('User');
        return notify(tx, user, 'secondFactorOn');
      });
      sendMail();
      await limiter.refund(rateKey(userId));
      return { recoveryCodes };
    },

    async disable({ userId }: Caller, { password, code }: { password: string; code: string }, waiter: Waiter) {
      const user = await checkPassword(userId, { password, field: 'password', waiter });
      await consume(limiter, rateKey(userId), authRates.wrongCodesPerUser);
      const sendMail = await transact(async (tx) => {
        if ((await useCode(tx, userId, code)) === null) throw wrongCode();
        await secondFactorRepository.remove(tx, userId);
        await loginTicketRepository.removeAllOf(tx, userId);
        return notify(tx, user, 'secondFactorOff');
      });
      sendMail();
      await limiter.refund(rateKey(userId));
    },
  };
}

const alreadyOn = () => invalidInput(answerTexts.secondFactorOn);
const wrongCode = () => invalidInput(inputTexts.codeWrong, { code: inputTexts.codeWrong });
