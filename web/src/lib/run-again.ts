/** Runs the work, one run at a time. Who asks during a run gets another one after it: what they ask for may have come too late. */
export function createRunner(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } finally {
      isRunning = false;
    }
  };
  return () => void run();
}
