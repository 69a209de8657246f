import { useEffect } from 'react';
import { useNavigate } from 'react-router';

interface Redirect {
  to: string;
  delayMs: number;
}

/** Leaves for another screen after a while; not at all while there is nowhere to go. */
export function useRedirectAfter(redirect: Redirect | null): void {
  const navigate = useNavigate();
  const { to = null, delayMs = 0 } = redirect ?? {};
  useEffect(() => {
    if (to === null) return undefined;
    const timer = setTimeout(() => void navigate(to, { replace: true }), delayMs);
    return () => clearTimeout(timer);
  }, [to, delayMs, navigate]);
}
