import { limits } from '@chat-app/contract';
import type { DelayRule, RateRule } from '../../platform/rate-limiter.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * Rate limits of the account endpoints. Limits per network leave room for a class or a company behind one address.
 */
export const authRates = {
  loginFailuresPerNetwork: { limit: 60, windowMs: 10 * minute },
  /** Per account, across all browsers that signed in to it before. */
  loginFailuresOfKnownDevices: { limit: 60, windowMs: 10 * minute },
  registrationsPerNetwork: { limit: 100, windowMs: hour },
  googleLoginsPerNetwork: { limit: 60, windowMs: 10 * minute },
  resetMailCooldown: { limit: 1, windowMs: limits.resetResendCooldownMs },
  resetMailsPerAddress: { limit: 10, windowMs: 24 * hour },
  resetMailsPerNetwork: { limit: 100, windowMs: 24 * hour },
  resetsPerNetwork: { limit: 30, windowMs: 10 * minute },
  verificationMailCooldown: { limit: 1, windowMs: limits.verificationResendCooldownMs },
  emailCorrectionCooldown: { limit: 1, windowMs: limits.verificationResendCooldownMs },
  verificationMailsPerUser: { limit: 20, windowMs: 24 * hour },
  verificationsPerNetwork: { limit: 100, windowMs: 10 * minute },
  passwordChangesPerUser: { limit: 5, windowMs: 30 * minute },
  /** Three codes are right at a time: a guesser with the password needs years for one in a million. */
  wrongCodesPerUser: { limit: 10, windowMs: hour },
  passkeysPerUser: { limit: 60, windowMs: hour },
  /** Also the page asks, when it is opened. */
  passkeyLoginsPerNetwork: { limit: 600, windowMs: 10 * minute },
  /** Of each kind. */
  securityMailsPerUser: { limit: 10, windowMs: hour },
} as const satisfies Record<string, RateRule>;

/**
 * Wrong passwords per account and network: two are free, and after the third the next has to wait 1 s, then 2 s, 4 s
 * ... up to a minute. That is at most 1,447 guesses a day from one network; docs/decisions/0020 has the arithmetic.
 */
export const loginDelay: DelayRule = { freeTries: 3, firstMs: 1000, maxMs: minute, forgetEveryMs: 10 * minute };
