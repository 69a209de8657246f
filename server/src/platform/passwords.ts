import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { createBoundedQueue } from './bounded-queue.ts';

/** Hashes and checks passwords, a few at a time: a storm of logins must not starve people who are already in. */
export interface Passwords {
  hash: (password: string) => Promise<string>;
  /** Whether a hash was made with other costs than today's. */
  isOutdated: (storedHash: string) => boolean;
  /** With no stored hash the same work is done and the answer is false, so that time does not tell who has an account. */
  matches: (password: string, storedHash: string | null) => Promise<boolean>;
  /**
   * Finds somebody and returns them if this is their password. They are looked up when it is their turn: of a storm of
   * logins, those that are refused have cost the database nothing.
   */
  prove: <Owner extends { passwordHash: string | null }>(
    password: string,
    find: () => Promise<Owner | null>,
  ) => Promise<Owner | null>;
}

// argon2id (2) with the OWASP minimum: 19 MiB, two passes, one lane; about 35 ms.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const todaysStart = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`;

/** One core is left to the people who are in. */
const atOnce = Math.min(2, Math.max(1, availableParallelism() - 1));

export async function createPasswords(): Promise<Passwords> {
  const enqueue = createBoundedQueue({ concurrency: atOnce, queueLimit: 50 });
  const nobodysHash = await hash('nobody has this password', options);
  const check = async (password: string, storedHash: string | null) => {
    const isMatch = await verify(storedHash ?? nobodysHash, password);
    return isMatch && storedHash !== null;
  };
  return {
    hash: (password) => enqueue(() => hash(password, options)),
    isOutdated: (storedHash) => !storedHash.startsWith(todaysStart),
    matches: (password, storedHash) => enqueue(() => check(password, storedHash)),
    prove: (password, find) =>
      enqueue(async () => {
        const owner = await find();
        return (await check(password, owner?.passwordHash ?? null)) ? owner : null;
      }),
  };
}
