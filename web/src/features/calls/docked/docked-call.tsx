import type { ChatId } from '@chat-app/contract';
import { useEffect, useState } from 'react';
import { useChat } from '../../../api/chats.ts';
import { useMe } from '../../../api/me.ts';
import { warnBeforeLeaving } from '../../../browser/unload-guard.ts';
import { undockCall } from '../../../state/docked-call.ts';
import type { DockedCall as DockedCallState } from '../../../state/docked-call.ts';
import { showToast } from '../../../state/toasts.ts';
import type { EndReason } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';
import { SwitchCallDialog } from '../ui/switch-call-dialog.tsx';
import { useCallSession, useCallView } from '../ui/use-call-session.ts';
import { whyEnded } from '../ui/why-ended.ts';
import { DockedPanel } from './docked-panel.tsx';
import { useDockedSession } from './docked-session.ts';

/** One call inside of the page. It joins when it is shown, and leaves when it is removed. */
export function DockedCall({ chatId, leaveCallIn: initialLeave }: DockedCallState) {
  const me = useMe();
  const [leaveCallIn, setLeaveCallIn] = useState(initialLeave);
  const session = useCallSession({ chatId, myId: me.id, leaveCallIn, startsWith: null });
  useEffect(warnBeforeLeaving, []);
  useEffect(() => {
    useDockedSession.setState({ session });
    return () => useDockedSession.setState({ session: null });
  }, [session]);
  return session && <RunningCall chatId={chatId} session={session} onSwitch={setLeaveCallIn} />;
}

interface RunningCallProps {
  chatId: ChatId;
  session: CallSession;
  onSwitch: (leaveCallIn: ChatId) => void;
}

function RunningCall({ chatId, session, onSwitch }: RunningCallProps) {
  const { data: chat, isError } = useChat(chatId);
  const view = useCallView(session);
  const [isMoving, setMoving] = useState(false);
  const { call } = view;
  const reason = call.phase === 'ended' ? call.reason : null;
  const otherChatId = reason?.by === 'refusal' ? reason.otherChatId : null;
  useEffect(() => {
    if (!isError && (!reason || otherChatId !== null)) return;
    undockCall();
    // The user has just moved it to a window, which took over.
    if (reason && !(isMoving && reason.by === 'other-device')) showEnd(reason);
  }, [reason, otherChatId, isError, isMoving]);
  if (otherChatId !== null) {
    return <SwitchCallDialog otherChatId={otherChatId} onCancel={undockCall} onSwitch={() => onSwitch(otherChatId)} />;
  }
  if (call.phase === 'ended' || !chat) return null;
  return <DockedPanel chat={chat} session={session} view={view} call={call} onMove={() => setMoving(true)} />;
}

/** Somebody who hung up knows that the call is over. */
function showEnd(reason: EndReason): void {
  if (reason.by === 'us' || reason.by === 'window') return;
  showToast({ type: 'info', title: 'The call is over', message: whyEnded(reason) ?? '', timeoutMs: 5000 });
}
