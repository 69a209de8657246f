import { isUnavailable } from '../../platform/app-errors.ts';

type Work = () => Promise<unknown>;

/** Work that ends something and must not be lost: while the store is unreachable it is kept, and repeated in order. */
export function createUnfinishedSteps() {
  const unfinished = new Set<Work>();
  return {
    run: async (work: Work): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        unfinished.add(work);
      }
    },
    /** Repeats what is unfinished; fails while the store is unreachable. */
    finish: async (): Promise<void> => {
      for (const work of unfinished) {
        await work().catch((error: unknown) => {
          // Otherwise the transfer has changed meanwhile, and there is nothing left to do.
          if (isUnavailable(error)) throw error;
        });
        unfinished.delete(work);
      }
    },
  };
}
