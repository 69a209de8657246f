import { answerTexts, type UserId } from '@chat-app/contract';
import type { Database } from '../../platform/db/database.ts';
import { invalidInput, notFound } from '../../platform/errors.ts';
import type { Waiter } from '../../platform/fair-queue.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { type RateLimiter, consume } from '../../platform/rate-limiter.ts';
import { userRepository } from '../users/index.ts';
import { authRates } from './auth.rates.ts';

interface PasswordCheckDeps {
  database: Database;
  limiter: RateLimiter;
  passwords: Passwords;
}

interface GivenPassword {
  readonly password: string;
  /** The field of the form. */
  readonly field: 'password' | 'oldPassword';
  readonly waiter: Waiter;
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

/** Asks a signed-in user for the password before their account changes. Wrong ones are limited per user. */
export function createPasswordCheck({ database, limiter, passwords }: PasswordCheckDeps) {
  return async (userId: UserId, { password, field, waiter }: GivenPassword) => {
    const rateKey = `password-change:${userId}`;
    await consume(limiter, rateKey, authRates.passwordChangesPerUser);
    const user = await userRepository.find(database.sql, userId);
    if (!user) throw notFound('User');
    if (user.passwordHash === null) throw invalidInput(answerTexts.noPasswordYet);
    const isRight = await passwords.matches(password, user.passwordHash, waiter).catch(async (error: unknown) => {
      // A password that was never checked, for example because the queue was full, does not count as wrong.
      await limiter.refund(rateKey);
      throw error;
    });
    if (!isRight) throw wrongPassword(field);
    await limiter.refund(rateKey);
    return user;
  };
}

export const wrongPassword = (field: GivenPassword['field']) =>
  invalidInput(answerTexts.wrongCurrentPassword, { [field]: answerTexts.wrongCurrentPassword });
