import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onDone` after `timeoutMs` of running time. A pause keeps the remaining time. */
export function useDismissTimer(timeoutMs: number, isPaused: boolean, onDone: () => void): void {
  const leftMs = useRef(timeoutMs);
  const finish = useEffectEvent(onDone);

  useEffect(() => {
    if (isPaused) return undefined;
    const startedAt = Date.now();
    const timer = setTimeout(finish, leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - startedAt;
    };
  }, [isPaused]);
}
