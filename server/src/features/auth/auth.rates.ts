import { limits } from '@chat-app/contract';
import type { RateRule } from '../../platform/rate-limiter.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * How often the account calls may be made. Limits per network leave room for a class or a company behind one address;
 * guessing one account's password is bounded per account and network, so nobody can lock the owner out from elsewhere.
 */
export const authRates = {
  loginFailuresPerAccount: { limit: 5, windowMs: 30 * minute },
  loginFailuresPerNetwork: { limit: 60, windowMs: 10 * minute },
  registrationsPerNetwork: { limit: 100, windowMs: hour },
  googleLoginsPerNetwork: { limit: 60, windowMs: 10 * minute },
  resetMailCooldown: { limit: 1, windowMs: limits.resetResendCooldownMs },
  resetMailsPerAddress: { limit: 10, windowMs: 24 * hour },
  resetMailsPerNetwork: { limit: 100, windowMs: 24 * hour },
  resetsPerNetwork: { limit: 30, windowMs: 10 * minute },
  verificationMailCooldown: { limit: 1, windowMs: limits.verificationResendCooldownMs },
  verificationMailsPerUser: { limit: 20, windowMs: 24 * hour },
  verificationsPerNetwork: { limit: 100, windowMs: 10 * minute },
  passwordChangesPerUser: { limit: 5, windowMs: 30 * minute },
} as const satisfies Record<string, RateRule>;
