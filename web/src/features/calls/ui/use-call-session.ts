import type { ChatId, UserId } from '@chat-app/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createCallSession } from '../session/call-session.ts';
import type { CallSession } from '../session/call-session.ts';
import { useAppliedCallSettings } from './use-call-settings.ts';

/** Stays in the call while the component is mounted. */
export function useCallSession(chatId: ChatId, myId: UserId, leaveCallIn: ChatId | null): CallSession | null {
  const [session, setSession] = useState<CallSession | null>(null);
  useEffect(() => {
    const opened = createCallSession({ chatId, myId, leaveCallIn });
    opened.start();
    // oxlint-disable-next-line react/set-state-in-effect -- the session is an external resource that starts when the component is mounted
    setSession(opened);
    return () => opened.dispatch({ type: 'window-closed' });
  }, [chatId, myId, leaveCallIn]);
  useAppliedCallSettings(session);
  return session;
}

export const useCallView = (session: CallSession) => useSyncExternalStore(session.subscribe, session.getView);
