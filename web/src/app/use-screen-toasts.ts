import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Session } from '../api/session.ts';
import { dismissToastsOf } from '../state/toasts.ts';

/** Dismisses a screen's toasts when the user leaves it: after a login or logout, or between account screens. */
export function useScreenToasts(session: Session): void {
  const { pathname } = useLocation();
  const screen = screenOf(session, pathname);
  useEffect(() => (screen === null ? undefined : () => dismissToastsOf('screen')), [screen]);
}

/** Null while no screen is shown yet: the toast 'Please login to continue' appears before its screen. */
function screenOf(session: Session, pathname: string): string | null {
  if (session.phase === 'checking' || session.phase === 'unreachable') return null;
  return session.phase === 'verified' ? session.user.id : `${session.phase} ${pathname}`;
}
