/** Loads a value at most once in this time, for any number of callers. A failure is not kept. */
export function createKept<Value>(keptMs: number, load: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | null = null;
  return () => {
    if (kept && performance.now() < kept.until) return kept.value;
    const value = load().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    kept = { value, until: performance.now() + keptMs };
    return value;
  };
}
