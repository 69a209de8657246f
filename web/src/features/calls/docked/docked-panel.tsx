import { callToasts } from '@chat-app/contract';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { isPressed } from '../../../browser/shortcuts.ts';
import { useDockedCall } from '../../../state/docked-call.ts';
import { showToast } from '../../../state/toasts.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { CallScreenParts } from '../ui/call-screen.ts';
import { DirectCall } from '../ui/direct-call.tsx';
import { GroupCall } from '../ui/group-call.tsx';
import { openCallWindow } from '../ui/open-call-window.ts';
import { usePushToTalk } from '../ui/use-push-to-talk.ts';
import type { Corner } from '../ui/video/corner.ts';
import { useConversationArea } from './conversation-area.ts';
import { PanelBar } from './panel-bar.tsx';
import { placeOf } from './panel-place.ts';
import { SmallCall } from './small-call.tsx';

interface DockedPanelProps extends CallScreenParts {
  /** The call is about to continue in a window. */
  onMove: () => void;
}

/** The panel of the docked call: in a corner of the conversation, or over all of it. */
export function DockedPanel({ onMove, ...parts }: DockedPanelProps) {
  const { chat, session } = parts;
  const isLarge = useDockedCall((state) => state.isLarge);
  const [corner, setCorner] = useState<Corner>({ vertical: 'top', horizontal: 'right' });
  const panel = useRef<HTMLElement>(null);
  const area = useConversationArea();
  usePushToTalk(session);
  useEscapeInside(panel, isLarge);

  function moveToWindow() {
    const call = openCallWindow(chat._id, { isGroup: chat.isGroup, kind: 'voice' });
    if (!call) return showToast(callToasts.windowBlocked);
    onMove();
    return call.enter();
  }
  return (
    <section
      ref={panel}
      aria-label={`Call: ${chat.name}`}
      data-theme="dark"
      data-call-panel
      style={placeOf(area, { isLarge, corner })}
      className={classNames(
        'fixed z-call flex animate-fade-in flex-col overflow-hidden bg-canvas text-text',
        !isLarge && 'rounded-card shadow-raised',
      )}
    >
      <PanelBar
        {...{ chat, isLarge, area, corner }}
        onCorner={setCorner}
        onResize={() => setLarge(!isLarge)}
        onMoveToWindow={moveToWindow}
      />
      {isLarge ? <LargeCall {...parts} /> : <SmallCall {...parts} />}
    </section>
  );
}

const setLarge = (isLarge: boolean) => useDockedCall.setState({ isLarge });

/** Escape makes the panel small, if it has the focus. Elsewhere the key belongs to the page. */
function useEscapeInside(panel: RefObject<HTMLElement | null>, isLarge: boolean): void {
  useEffect(() => {
    const element = panel.current;
    if (!element || !isLarge) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isPressed(event, 'close')) return;
      event.preventDefault();
      setLarge(false);
    };
    element.addEventListener('keydown', handleKey);
    return () => element.removeEventListener('keydown', handleKey);
  }, [panel, isLarge]);
}

function LargeCall(parts: CallScreenParts) {
  return (
    <div className="min-h-0 flex-1">{parts.chat.isGroup ? <GroupCall {...parts} /> : <DirectCall {...parts} />}</div>
  );
}
