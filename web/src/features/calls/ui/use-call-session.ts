import { useEffect, useState, useSyncExternalStore } from 'react';
import { createCallSession } from '../session/call-session.ts';
import type { CallSession } from '../session/call-session.ts';
import { useAppliedCallSettings } from './use-call-settings.ts';

type CallSessionOptions = Parameters<typeof createCallSession>[0];
export type StartsWith = NonNullable<CallSessionOptions['startsWith']>;

interface SessionOptions extends Omit<CallSessionOptions, 'startsWith'> {
  /** The devices of the preview. */
  startsWith: StartsWith | null;
}

/** Stays in the call while the component is mounted. */
export function useCallSession({ chatId, myId, leaveCallIn, startsWith }: SessionOptions): CallSession | null {
  const [session, setSession] = useState<CallSession | null>(null);
  useEffect(() => {
    const opened = createCallSession({ chatId, myId, leaveCallIn, ...(startsWith && { startsWith }) });
    opened.start();
    // oxlint-disable-next-line react/set-state-in-effect -- the session is an external resource that starts when the component is mounted
    setSession(opened);
    return () => opened.dispatch({ type: 'window-closed' });
  }, [chatId, myId, leaveCallIn, startsWith]);
  useAppliedCallSettings(session);
  return session;
}

export const useCallView = (session: CallSession) => useSyncExternalStore(session.subscribe, session.getView);
