import { loginDelayedText } from '@chat-app/contract';
import { AppError, rateLimited } from '../../platform/errors.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import { authRates, loginDelay } from './auth.rates.ts';
import type { DeviceRow } from './devices.repository.ts';
import type { Devices } from './devices.service.ts';

interface LoginOrigin {
  readonly email: string;
  readonly network: string;
  /** The browser's device token. */
  readonly device: string | null;
}

/** One login attempt, counted as wrong until it proves otherwise. */
export interface LoginAttempt {
  /**
   * Called before the password is checked. Only now does the attempt count against the network or the known browsers:
   * when a class signs in at once, most of them still wait in the queue and have guessed nothing.
   */
  beginCheck: () => Promise<void>;
  /** The password was right: resets the counters for the next attempt. */
  succeed: () => Promise<void>;
  /** The password was never checked, for example because of an outage: the attempt does not count. */
  undo: () => Promise<void>;
}

/**
 * Limits guessing. Wrong passwords delay the next attempt per account and network; a browser that signed in to the
 * account before has separate counters. Unknown addresses are counted like known ones.
 */
export function createLoginAttempts({ devices, limiter }: { devices: Devices; limiter: RateLimiter }) {
  return async ({ email, network, device }: LoginOrigin): Promise<LoginAttempt> => {
    const known = device === null ? null : await devices.find(device, email);
    const { delayKey, failures } = known ? countersOfDevice(known) : countersOfNetwork(email, network);
    const delayMs = await limiter.delay(delayKey, loginDelay);
    if (delayMs > 0) throw loginDelayed(delayMs);

    let isCounted = false;
    const refund = async () => {
      if (isCounted) await limiter.refund(failures.key);
      isCounted = false;
    };
    return {
      beginCheck: async () => {
        const waitMs = await limiter.take(failures.key, failures.rule);
        if (waitMs > 0) throw rateLimited(waitMs);
        isCounted = true;
      },
      succeed: async () => void (await Promise.all([limiter.clearDelay(delayKey), refund()])),
      undo: async () => void (await Promise.all([limiter.refundDelay(delayKey), refund()])),
    };
  };
}

/** Keyed by the row's id: the token changes with every sign-in to any account in that browser. */
const countersOfDevice = ({ id, userId }: DeviceRow) => ({
  delayKey: `login-device:${id}`,
  failures: { key: `login-devices:${userId}`, rule: authRates.loginFailuresOfKnownDevices },
});

const countersOfNetwork = (email: string, network: string) => ({
  delayKey: `login:${email}:${network}`,
  failures: { key: `login-network:${network}`, rule: authRates.loginFailuresPerNetwork },
});

function loginDelayed(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('rate_limited', loginDelayedText(seconds), {}, seconds);
}
