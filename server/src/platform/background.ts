import { withoutDeadline } from './db/database.ts';
import type { Logger } from './logger.ts';

/** Work that no answer waits for. */
export interface Background {
  /** Starts it; a failure is logged under its name and harms nobody. */
  run: (name: string, work: () => Promise<unknown>) => void;
  /** Resolves when all that was started has ended. */
  settle: () => Promise<void>;
}

export function createBackground(logger: Logger): Background {
  const running = new Set<Promise<void>>();

  async function attempt(name: string, work: () => Promise<unknown>) {
    try {
      await work();
    } catch (error) {
      logger.error({ err: error, job: name }, 'background work failed');
    }
  }

  return {
    run: (name, work) => {
      const job = withoutDeadline(() => attempt(name, work)).finally(() => running.delete(job));
      running.add(job);
    },
    settle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
