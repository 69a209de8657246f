import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { secondFactorRepository } from './second-factors.repository.ts';
import { stepOf } from './totp.ts';

/** Uses a code up, and returns what it was; null if it is wrong or was used before. */
export async function useCode(tx: Sql, userId: UserId, code: string): Promise<'totp' | 'recovery' | null> {
  if (!isTotpCode(code)) {
    return (await secondFactorRepository.useRecoveryCode(tx, userId, hashRecoveryCode(code))) ? 'recovery' : null;
  }
  const factor = await secondFactorRepository.find(tx, userId);
  const step = factor?.isConfirmed ? stepOf(digitsOf(code), factor) : null;
  return step !== null && (await secondFactorRepository.useStep(tx, userId, step)) ? 'totp' : null;
}

export const digitsOf = (code: string) => code.replace(/[\s-]/g, '');

/** Any other code can only be a recovery code. */
export const isTotpCode = (code: string) => /^\d{6}$/.test(digitsOf(code));
