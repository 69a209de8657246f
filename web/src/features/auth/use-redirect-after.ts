import { useEffect } from 'react';
import { useNavigate } from 'react-router';

interface Redirect {
  to: string;
  delayMs: number;
}

/** Navigates to another screen after a delay. Null does nothing. */
export function useRedirectAfter(redirect: Redirect | null): void {
  const navigate = useNavigate();
  const { to = null, delayMs = 0 } = redirect ?? {};
  useEffect(() => {
    if (to === null) return undefined;
    const timer = setTimeout(() => void navigate(to, { replace: true }), delayMs);
    return () => clearTimeout(timer);
  }, [to, delayMs, navigate]);
}
