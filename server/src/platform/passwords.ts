import { availableParallelism } from 'node:os';
import { isUnavailable } from './app-errors.ts';
import { pauseDeadline, withTimeout } from './deadline.ts';
import { createFairQueue, type Waiter } from './fair-queue.ts';
import { createPasswordHasher, type HashOptions } from './password-hasher.ts';

/** Hashes and checks passwords, a few at a time: many logins at once must not slow down signed-in users. */
export interface Passwords {
  /** `assert` runs first, on the request's turn; when it throws, nothing is hashed. */
  hash: (password: string, waiter: Waiter, assert?: () => Promise<void>) => Promise<string>;
  /** Whether a hash was made with parameters other than the current ones. */
  isOutdated: (storedHash: string) => boolean;
  /** Without a stored hash, hashes anyway and returns false, so that timing does not reveal who has an account. */
  matches: (password: string, storedHash: string | null, waiter: Waiter) => Promise<boolean>;
  /**
   * Finds a user and returns them if the password is theirs. The lookup waits for its turn too, so that refused logins
   * do not query the database.
   */
  findAndVerify: <Owner extends { passwordHash: string | null }>(
    password: string,
    find: () => Promise<Owner | null>,
    waiter: Waiter,
  ) => Promise<Owner | null>;
  /** How many requests are waiting or being hashed. */
  depth: () => number;
  /** Refuses waiting requests: this process is about to stop, and another one may serve them. */
  refuseWaiting: () => void;
  close: () => Promise<void>;
}

// argon2id (2) with the OWASP minimum: 19 MiB, two passes, one lane; 15 to 35 ms.
const defaultCosts: HashOptions = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const expectedHashMs = 35;

/** One core is left for everything else. */
const concurrentHashes = Math.min(2, Math.max(1, availableParallelism() - 1));
/** One more, so that the next account is looked up meanwhile. */
const concurrentTurns = concurrentHashes + 1;
/** A waiting request holds about 20 KB. */
const maxWaiting = 1000;
/** Together with the usual deadline for the rest of the request, the answer arrives within 15 s. */
const maxWaitMs = 12_000;
const findWithinMs = 2500;

export async function createPasswords(costs = defaultCosts): Promise<Passwords> {
  const currentPrefix = `$argon2id$v=19$m=${costs.memoryCost},t=${costs.timeCost},p=${costs.parallelism}$`;
  const hasher = createPasswordHasher(costs, concurrentHashes);
  const queue = createFairQueue({
    concurrency: concurrentTurns,
    maxWaiting,
    maxWaitMs,
    expectedTurnMs: (expectedHashMs * concurrentTurns) / concurrentHashes,
  });
  const dummyHash = await hasher.hash('nobody has this password');

  /**
   * The request's own deadline covers the database: neither waiting for a turn nor hashing uses it up. Low priority
   * makes hashing slow on a busy machine.
   */
  async function inTurn<Result>(waiter: Waiter, work: () => Promise<Result>): Promise<Result> {
    const endTurn = await pauseDeadline(() => queue.acquire(waiter));
    let hasHashed = false;
    try {
      const result = await work();
      hasHashed = true;
      return result;
    } finally {
      endTurn({ isTypical: hasHashed });
    }
  }
  /** When the database hangs, all waiting requests are refused with the first one instead of timing out one by one. */
  async function findWithTimeout<Owner>(find: () => Promise<Owner>): Promise<Owner> {
    try {
      return await withTimeout(findWithinMs, find());
    } catch (error) {
      if (isUnavailable(error)) queue.refuseWaiting();
      throw error;
    }
  }
  const hash = (password: string) => pauseDeadline(() => hasher.hash(password));
  const check = async (password: string, storedHash: string | null) => {
    const isMatch = await pauseDeadline(() => hasher.verify(storedHash ?? dummyHash, password));
    return isMatch && storedHash !== null;
  };

  return {
    hash: (password, waiter, assert = async () => {}) =>
      inTurn(waiter, async () => {
        await findWithTimeout(assert);
        return hash(password);
      }),
    isOutdated: (storedHash) => !storedHash.startsWith(currentPrefix),
    matches: (password, storedHash, waiter) => inTurn(waiter, () => check(password, storedHash)),
    findAndVerify: (password, find, waiter) =>
      inTurn(waiter, async () => {
        const owner = await findWithTimeout(find);
        return (await check(password, owner?.passwordHash ?? null)) ? owner : null;
      }),
    depth: queue.depth,
    refuseWaiting: queue.close,
    close: hasher.close,
  };
}
