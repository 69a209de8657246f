import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { isPressed } from '../../../browser/shortcuts.ts';
import { useDockedCall } from '../../../state/docked-call.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Corner } from '../ui/video/corner.ts';
import { useConversationArea } from './conversation-area.ts';
import { PanelBar } from './panel-bar.tsx';
import { placeOf } from './panel-place.ts';

interface DockedPanelProps {
  /** The name of the chat. */
  name: string;
  /** A preview needs room. */
  isAlwaysLarge: boolean;
  onMoveToWindow: () => void;
  children: ReactNode;
}

/** The panel of the docked call: in a corner of the conversation, or over all of it. */
export function DockedPanel({ name, isAlwaysLarge, onMoveToWindow, children }: DockedPanelProps) {
  const isLarge = useDockedCall((state) => state.isLarge) || isAlwaysLarge;
  const [corner, setCorner] = useState<Corner>({ vertical: 'top', horizontal: 'right' });
  const panel = useRef<HTMLElement>(null);
  const area = useConversationArea();
  useEscapeInside(panel, isLarge);
  return (
    <section
      ref={panel}
      aria-label={`Call: ${name}`}
      data-theme="dark"
      data-call-panel
      style={placeOf(area, { isLarge, corner })}
      className={classNames(
        'fixed z-call flex animate-fade-in flex-col overflow-hidden bg-canvas text-text',
        !isLarge && 'rounded-card shadow-raised',
      )}
    >
      <PanelBar
        {...{ name, isLarge, isAlwaysLarge, area, corner }}
        onCorner={setCorner}
        onResize={() => setLarge(!isLarge)}
        onMoveToWindow={onMoveToWindow}
      />
      <div className={isLarge ? 'min-h-0 flex-1' : 'max-h-[60dvh] overflow-y-auto'}>{children}</div>
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
