import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Session } from '../api/session.ts';
import { dismissToastsOf } from '../state/toasts.ts';

/** Dismisses a screen's toasts when it is left: after a login, a logout, or from one account screen to the next. */
export function useScreenToasts(session: Session): void {
  const { pathname } = useLocation();
  const screen = screenOf(session, pathname);
  useEffect(() => (screen === null ? undefined : () => dismissToastsOf('screen')), [screen]);
}

/** Null while nothing is shown yet; 'Please login to continue' is said before its screen appears. */
function screenOf(session: Session, pathname: string): string | null {
  if (session.phase === 'checking' || session.phase === 'unreachable') return null;
  return session.phase === 'verified' ? session.user.id : `${session.phase} ${pathname}`;
}
