import { withoutDeadline } from './deadline.ts';
import type { Logger } from './logger.ts';

/** Work that no response waits for. */
export interface Background {
  /** Starts the work; a failure is logged under its name and affects nothing else. */
  run: (name: string, work: () => Promise<unknown>) => void;
  /** Starts the work in an hour and every hour after that. */
  everyHour: (name: string, work: () => Promise<unknown>) => void;
  /** Stops the hourly runs, and resolves when all work that was started has ended. */
  settle: () => Promise<void>;
}

const hourMs = 60 * 60_000;

export function createBackground(logger: Logger): Background {
  const running = new Set<Promise<void>>();
  const timers: NodeJS.Timeout[] = [];

  async function attempt(name: string, work: () => Promise<unknown>) {
    try {
      await work();
    } catch (error) {
      logger.error({ err: error, job: name }, 'background work failed');
    }
  }

  function run(name: string, work: () => Promise<unknown>) {
    const job = withoutDeadline(() => attempt(name, work)).finally(() => running.delete(job));
    running.add(job);
  }

  return {
    run,
    everyHour: (name, work) => {
      timers.push(setInterval(() => run(name, work), hourMs).unref());
    },
    settle: async () => {
      for (const timer of timers) clearInterval(timer);
      while (running.size > 0) await Promise.all(running);
    },
  };
}
