import { useEffect, useState } from 'react';

/** The current time, updated every `everyMs`, for texts such as '5 minutes'. */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

/** The value after it has not changed for `delayMs`. An emptied field applies at once. */
export function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return value === '' ? '' : settled;
}

/** Whether a condition has been true for `afterMs`. Prevents short states from flickering on the screen. */
export function useLasting(isSo: boolean, afterMs: number): boolean {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setLasted(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [isSo, afterMs]);
  return isSo && hasLasted;
}
