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
  return {
    run: (name, work) => {
      const job = work().then(
        () => {},
        (error: unknown) => logger.error({ err: error, job: name }, 'background work failed'),
      );
      running.add(job);
      void job.finally(() => running.delete(job));
    },
    settle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
