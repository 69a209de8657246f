import { AppError, rateLimited } from '../../platform/errors.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import { hashToken } from '../../platform/tokens.ts';
import { authRates, loginDelay } from './auth.rates.ts';
import type { Devices } from './devices.service.ts';

interface LoginOrigin {
  readonly email: string;
  readonly network: string;
  /** The browser's own token. */
  readonly device: string | null;
}

/** One try to sign in, counted as wrong until it turns out otherwise. */
interface LoginTry {
  /** The password was right: nothing is held against the next one. */
  succeed: () => Promise<void>;
  /** It was never checked: an outage is nobody's fault. */
  undo: () => Promise<void>;
}

/**
 * Bounds guessing. Wrong passwords slow down whoever sends them, per account and network; a browser that signed in to the
 * account before has tries of its own. Unknown addresses are counted like known ones.
 */
export function createLoginTries({ devices, limiter }: { devices: Devices; limiter: RateLimiter }) {
  return async ({ email, network, device }: LoginOrigin): Promise<LoginTry> => {
    const isKnown = device !== null && (await devices.isKnown(device, email));
    const delayKey = isKnown
      ? `login-device:${email}:${hashToken(device).toString('base64url')}`
      : `login:${email}:${network}`;
    const waitMs = await limiter.delay(delayKey, loginDelay);
    if (waitMs > 0) throw loginDelayed(waitMs);

    // Strangers in the same network must not use up the tries of a known browser.
    const networkKey = `login-network:${network}`;
    const networkWaitMs = isKnown ? 0 : await limiter.take(networkKey, authRates.loginFailuresPerNetwork);
    const forgiveNetwork = async () => (isKnown ? undefined : limiter.forgive(networkKey));
    if (networkWaitMs > 0) {
      await limiter.undelay(delayKey);
      throw rateLimited(networkWaitMs);
    }
    return {
      succeed: async () => void (await Promise.all([limiter.clearDelay(delayKey), forgiveNetwork()])),
      undo: async () => void (await Promise.all([limiter.undelay(delayKey), forgiveNetwork()])),
    };
  };
}

function loginDelayed(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = `${seconds} second${seconds === 1 ? '' : 's'}`;
  return new AppError('rate_limited', `Too many tries. Try again in ${wait}, or reset your password.`, {}, seconds);
}
