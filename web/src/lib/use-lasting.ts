import { useEffect, useState } from 'react';

/** Whether something has been so for a while: keeps what passes quickly from flickering on the screen. */
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
