import { callToasts } from '@chat-app/contract';
import { useEffect, useRef } from 'react';
import { useChat } from '../../../api/chats.ts';
import { warnBeforeLeaving } from '../../../browser/unload-guard.ts';
import { undockCall } from '../../../state/docked-call.ts';
import type { DockedCall as DockedCallState } from '../../../state/docked-call.ts';
import { showToast } from '../../../state/toasts.ts';
import type { EndReason } from '../session/call-events.ts';
import { CallOf } from '../ui/call-of.tsx';
import { storeMovedCall } from '../ui/moved-call.ts';
import { openCallWindow } from '../ui/open-call-window.ts';
import { whyEnded } from '../ui/why-ended.ts';
import { DockedContent } from './docked-content.tsx';
import { DockedPanel } from './docked-panel.tsx';
import { useDockedSession } from './docked-session.ts';

/** One call inside of the page. It joins when it is shown, and leaves when it is removed. */
export function DockedCall({ chatId, isVideo, leaveCallIn }: DockedCallState) {
  const { data: chat } = useChat(chatId);
  const hasJoined = useDockedSession((state) => state.session !== null);
  const isMoving = useRef(false);
  // Nothing is lost with a preview.
  useEffect(() => (hasJoined ? warnBeforeLeaving() : undefined), [hasJoined]);

  function moveToWindow() {
    const moved = useDockedSession.getState().session?.startElsewhere();
    if (!chat || !moved) return undefined;
    const callWindow = openCallWindow(chatId, { isGroup: chat.isGroup, kind: 'voice' });
    if (!callWindow) return showToast(callToasts.windowBlocked);
    isMoving.current = true;
    return callWindow.enter((opened) => storeMovedCall(opened, moved));
  }
  function handleEnd(reason: EndReason | null) {
    undockCall();
    // The window has just taken over.
    const isMoved = isMoving.current && reason?.by === 'other-device';
    if (reason && !isMoved) showEnd(reason);
  }
  return (
    <DockedPanel
      name={chat?.name ?? ''}
      isAlwaysLarge={isVideo && !hasJoined}
      onMoveToWindow={hasJoined ? moveToWindow : null}
    >
      <CallOf
        chatId={chatId}
        isPreviewed={isVideo}
        leaveCallIn={leaveCallIn}
        onCancel={undockCall}
        onEnd={handleEnd}
        render={(parts) => <DockedContent {...parts} />}
      />
    </DockedPanel>
  );
}

/** Somebody who hung up knows that the call is over. */
function showEnd(reason: EndReason): void {
  if (reason.by === 'us' || reason.by === 'window') return;
  showToast({ type: 'info', title: 'The call is over', message: whyEnded(reason) ?? '', timeoutMs: 5000 });
}
