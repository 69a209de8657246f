import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createBoundedQueue } from './bounded-queue.ts';

/** argon2id with these costs; see the library for the meaning of each. */
export interface HashOptions {
  readonly algorithm: number;
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Hashes in threads of lower priority, so that people who are already in do not wait for it. */
export interface PasswordHasher {
  hash: (password: string) => Promise<string>;
  verify: (storedHash: string, password: string) => Promise<boolean>;
  close: () => Promise<void>;
}

interface Job {
  readonly password: string;
  /** Null to make a new hash. */
  readonly storedHash: string | null;
}

type Answer = { result: string | boolean } | { error: Error };

/**
 * Sending goes first on a busy machine, but other programs must not starve hashing: at 5, beside some that took a fifth of two
 * cores, 7 to 21 hashes a second were left of about 45.
 */
const niceness = 1;

/** Starts its threads when they are needed. Who comes when all are busy waits for one. */
export function createPasswordHasher(options: HashOptions, threads: number): PasswordHasher {
  const enqueue = createBoundedQueue({ concurrency: threads, queueLimit: Infinity });
  const idle: HashThread[] = [];
  const all = new Set<HashThread>();

  async function run(job: Job): Promise<string | boolean> {
    const thread = idle.pop() ?? startThread(options);
    all.add(thread);
    try {
      const answer = await thread.run(job);
      idle.push(thread);
      if ('error' in answer) throw answer.error;
      return answer.result;
    } catch (error) {
      // A thread that ended is not used again.
      if (!idle.includes(thread)) all.delete(thread);
      throw error;
    }
  }

  return {
    hash: async (password) => String(await enqueue(() => run({ password, storedHash: null }))),
    verify: async (storedHash, password) => (await enqueue(() => run({ password, storedHash }))) === true,
    close: async () => {
      idle.length = 0;
      await Promise.all([...all].map((thread) => thread.end()));
    },
  };
}

type HashThread = ReturnType<typeof startThread>;

function startThread(options: HashOptions) {
  const worker = new Worker(workerFile(), { workerData: { niceness, options } });
  worker.unref();
  return {
    end: () => worker.terminate(),
    run: (job: Job) =>
      new Promise<Answer>((resolve, reject) => {
        const settle = (outcome: () => void) => {
          worker.off('message', onMessage).off('error', onError).off('exit', onExit);
          // Only a thread at work keeps the program from ending.
          worker.unref();
          outcome();
        };
        const onMessage = (answer: Answer) => settle(() => resolve(answer));
        const onError = (error: Error) => settle(() => reject(error));
        const onExit = () => settle(() => reject(new Error('The thread that hashes passwords ended')));
        worker.on('message', onMessage).on('error', onError).on('exit', onExit);
        worker.ref();
        worker.postMessage(job, []);
      }),
  };
}

/** Beside main.js in the bundle, beside this file in the sources. */
function workerFile(): string {
  const bundled = fileURLToPath(new URL('./password-hasher.worker.js', import.meta.url));
  return existsSync(bundled) ? bundled : fileURLToPath(new URL('./password-hasher.worker.mjs', import.meta.url));
}
