/** A value that is loaded at most once in a while, for any number of callers. */
export interface Kept<Value> {
  get: () => Promise<Value>;
  /** The next caller loads it again. */
  forget: () => void;
}

/** A failure is not kept. */
export function createKept<Value>(keptMs: number, load: () => Promise<Value>): Kept<Value> {
  let kept: { value: Promise<Value>; until: number } | null = null;
  const forget = () => {
    kept = null;
  };
  return {
    forget,
    get: () => {
      if (kept && performance.now() < kept.until) return kept.value;
      const value = load().catch((error: unknown) => {
        if (kept?.value === value) forget();
        throw error;
      });
      kept = { value, until: performance.now() + keptMs };
      return value;
    },
  };
}
