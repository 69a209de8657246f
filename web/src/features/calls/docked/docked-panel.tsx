import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useEscape } from '../../../browser/use-escape.ts';
import { useDockedCall } from '../../../state/docked-call.ts';
import { classNames } from '../../../ui/class-names.ts';
import { restoreFocus } from '../../../ui/restore-focus.ts';
import { useCloseOnBack } from '../../../ui/use-close-on-back.ts';
import type { Corner } from '../ui/video/corner.ts';
import { useConversationArea } from './conversation-area.ts';
import { PanelBar } from './panel-bar.tsx';
import { placeOf } from './panel-place.ts';

interface DockedPanelProps {
  /** The name of the chat. */
  name: string;
  /** A preview needs room. */
  isAlwaysLarge: boolean;
  /** Null before joining. */
  onMoveToWindow: (() => void) | null;
  children: ReactNode;
}

/** The panel of the docked call: in a corner of the conversation, or over all of it. */
export function DockedPanel({ name, isAlwaysLarge, onMoveToWindow, children }: DockedPanelProps) {
  const isLarge = useDockedCall((state) => state.isLarge) || isAlwaysLarge;
  const [corner, setCorner] = useState<Corner>({ vertical: 'top', horizontal: 'right' });
  const panel = useRef<HTMLElement>(null);
  const area = useConversationArea();
  const canShrink = isLarge && !isAlwaysLarge;
  const shrink = () => setLarge(false);
  useCloseOnBack(canShrink, shrink);
  useEscape(canShrink, shrink);
  useOnNavigation(() => canShrink && shrink());
  // It covers whatever had the focus.
  useEffect(() => {
    const own = panel.current;
    if (!isLarge || !own) return undefined;
    const opener = document.activeElement;
    own.focus();
    return () => {
      if (own.contains(document.activeElement)) restoreFocus(opener);
    };
  }, [isLarge]);
  return (
    <section
      ref={panel}
      aria-label={`Call: ${name}`}
      data-theme="dark"
      data-call-panel
      tabIndex={-1}
      style={placeOf(area, { isLarge, corner })}
      className={classNames(
        'fixed z-call flex animate-fade-in flex-col overflow-hidden bg-canvas text-text outline-none',
        !isLarge && 'rounded-card shadow-raised ring-1 ring-line',
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

/** Calls back when a chat or a screen was chosen, also the one that is open. */
function useOnNavigation(onNavigation: () => void): void {
  const { key } = useLocation();
  const shown = useRef(key);
  const navigated = useEffectEvent(onNavigation);
  useEffect(() => {
    if (shown.current !== key) navigated();
    shown.current = key;
  }, [key]);
}

const setLarge = (isLarge: boolean) => useDockedCall.setState({ isLarge });
