import { useEffect, useState } from 'react';

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
