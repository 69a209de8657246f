import type { Endpoint, UserId } from '@chat-app/contract';
import { type RateLimiter, type RateRule, consume } from './rate-limiter.ts';

/** A rule with the name of what it counts: 'wrong passwords per network'. */
export interface NamedRate extends RateRule {
  readonly of: string;
}

const anonymousRate = { limit: 300, windowMs: 60_000, of: 'calls of any kind per network, without a session' };
const signedInRate = { limit: 900, windowMs: 60_000, of: 'calls of any kind per user' };

/** The limits on all calls together. */
export const overallRates: readonly NamedRate[] = [signedInRate, anonymousRate];

/** Who makes a call: a signed-in user, or somebody in a network. */
export type CallerKey = `user:${UserId}` | `network:${string}`;

/** The limit of an endpoint. */
export interface CallRate extends RateRule {
  /** Endpoints with the same name here are counted together. Without one, an endpoint is counted by its path. */
  readonly bucket?: string;
}

export interface CallPolicy {
  readonly endpoint: Pick<Endpoint, 'path'>;
  readonly rate: CallRate | undefined;
}

export const rateKey = ({ endpoint, rate }: CallPolicy, who: CallerKey) => `${rate?.bucket ?? endpoint.path}:${who}`;

/**
 * Counts a call, over HTTP or a socket, against the caller's limits. Does not wait where the counts are in memory; throws
 * or rejects when a limit is reached.
 */
export function countCall(limiter: RateLimiter, who: CallerKey, policy: CallPolicy): Promise<void> | void {
  const { rate } = policy;
  const overall = consume(limiter, `api:${who}`, who.startsWith('user:') ? signedInRate : anonymousRate);
  if (!rate) return overall;
  const countOwn = () => consume(limiter, rateKey(policy, who), rate);
  return overall ? overall.then(countOwn) : countOwn();
}
