import { useEffect, useState } from 'react';

/** A picture is expected within this time also on a slow computer. */
const lateAfterMs = 3_000;

/** Whether a picture has been awaited for so long that the reason is worth saying. */
export function useIsLate(isAwaited: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(setLate, lateAfterMs, true);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isAwaited]);
  return isAwaited && isLate;
}
