import { loginDelayedText } from '@chat-app/contract';
import { AppError, rateLimited } from '../../platform/errors.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import { authRates, loginDelay } from './auth.rates.ts';
import type { DeviceRow } from './devices.repository.ts';
import type { Devices } from './devices.service.ts';

interface LoginOrigin {
  readonly email: string;
  readonly network: string;
  /** The browser's own token. */
  readonly device: string | null;
}

/** One try to sign in, counted as wrong until it turns out otherwise. */
export interface LoginTry {
  /**
   * The password is about to be checked. Counted only now against the network or the known browsers: of a class that signs in at
   * once, most still wait for their turn and have guessed nothing.
   */
  beginCheck: () => Promise<void>;
  /** The password was right: nothing is held against the next one. */
  succeed: () => Promise<void>;
  /** It was never checked: an outage is nobody's fault. */
  undo: () => Promise<void>;
}

/**
 * Bounds guessing. Wrong passwords delay the next attempt per account and network; a browser that signed in to the account
 * before has counters of its own. Unknown addresses are counted like known ones.
 */
export function createLoginTries({ devices, limiter }: { devices: Devices; limiter: RateLimiter }) {
  return async ({ email, network, device }: LoginOrigin): Promise<LoginTry> => {
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
