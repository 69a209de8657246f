import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createBoundedQueue } from './bounded-queue.ts';
import { unavailable } from './errors.ts';

/** argon2id parameters; see the library for their meaning. */
export interface HashOptions {
  readonly algorithm: number;
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Hashes in threads of lower priority, so that sending messages takes precedence on a busy machine. */
export interface PasswordHasher {
  hash: (password: string) => Promise<string>;
  verify: (storedHash: string, password: string) => Promise<boolean>;
  close: () => Promise<void>;
}

interface Job {
  readonly password: string;
  /** Null to create a new hash. */
  readonly storedHash: string | null;
}

type Answer = { result: string | boolean } | { error: Error };

/**
 * Added to the process's own niceness. Other programs must not starve hashing: at 5, next to programs that used a fifth
 * of two cores, 7 to 21 hashes a second remained of about 45.
 */
const niceness = 1;

/** Starts its threads on demand. Jobs wait while all threads are busy. */
export function createPasswordHasher(options: HashOptions, threads: number): PasswordHasher {
  const enqueue = createBoundedQueue({ concurrency: threads, queueLimit: Infinity });
  const idle: HashThread[] = [];
  const all = new Set<HashThread>();
  let isClosed = false;

  function start(): HashThread {
    const thread = startThread(options, () => {
      all.delete(thread);
      const at = idle.indexOf(thread);
      if (at >= 0) idle.splice(at, 1);
    });
    all.add(thread);
    return thread;
  }

  async function run(job: Job): Promise<string | boolean> {
    if (isClosed) throw unavailable();
    const thread = idle.pop() ?? start();
    const answer = await thread.run(job);
    idle.push(thread);
    if ('error' in answer) throw answer.error;
    return answer.result;
  }

  return {
    hash: async (password) => String(await enqueue(() => run({ password, storedHash: null }))),
    verify: async (storedHash, password) => (await enqueue(() => run({ password, storedHash }))) === true,
    close: async () => {
      isClosed = true;
      idle.length = 0;
      await Promise.all([...all].map((thread) => thread.end()));
    },
  };
}

interface HashThread {
  /** One job at a time. Rejects when the thread ends meanwhile. */
  run: (job: Job) => Promise<Answer>;
  end: () => Promise<unknown>;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** `onEnd` runs when the thread can no longer be used, whether it was idle or busy. */
function startThread(options: HashOptions, onEnd: () => void): HashThread {
  const worker = new Worker(workerFile(), { workerData: { niceness, options } });
  let waiting: Waiting | null = null;
  const settle = (outcome: (caller: Waiting) => void) => {
    // Only a busy thread keeps the process alive.
    worker.unref();
    if (waiting) outcome(waiting);
    waiting = null;
  };
  const fail = (error: Error) => {
    onEnd();
    settle(({ reject }) => reject(error));
  };
  worker.on('message', (answer: Answer) => settle(({ resolve }) => resolve(answer)));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread that hashes passwords ended')));
  worker.unref();
  return {
    end: () => worker.terminate(),
    run: (job) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        worker.ref();
        worker.postMessage(job, []);
      }),
  };
}

/** Next to main.js in the bundle, next to this file in the sources. */
function workerFile(): string {
  const bundled = fileURLToPath(new URL('./password-hasher.worker.js', import.meta.url));
  return existsSync(bundled) ? bundled : fileURLToPath(new URL('./password-hasher.worker.mjs', import.meta.url));
}
