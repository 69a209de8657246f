import { useEffect } from 'react';
import { isPressed, isReleased } from '../../../browser/shortcuts.ts';
import type { CallState } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';

/** Elements that use Space themselves. A slider keeps the focus after use, but does not react to Space. */
const usesSpace = [
  'button, input:not([type="range"]), textarea, [contenteditable], summary, audio, video',
  '[role="menuitem"], [role="option"], [role="radio"], [role="checkbox"], [role="tab"]',
].join();

/** Holding Space unmutes temporarily. On a focused button Space presses the button instead. */
export function usePushToTalk(session: Pick<CallSession, 'dispatch' | 'getView'>): void {
  useEffect(() => {
    const handleDown = (event: KeyboardEvent) => {
      if (!isPressed(event, 'talk') || event.repeat) return;
      if (event.target instanceof Element && needsSpace(event.target, session.getView().call)) return;
      const { call } = session.getView();
      // Otherwise the key keeps its function in the page: it scrolls.
      if (call.phase === 'ended' || call.talk === 'open') return;
      event.preventDefault();
      session.dispatch({ type: 'talk-key', isDown: true });
    };
    const release = () => session.dispatch({ type: 'talk-key', isDown: false });
    const handleUp = (event: KeyboardEvent) => isReleased(event, 'talk') && release();
    window.addEventListener('keydown', handleDown);
    window.addEventListener('keyup', handleUp);
    // A key released in another window fires no `keyup` here.
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('keydown', handleDown);
      window.removeEventListener('keyup', handleUp);
      window.removeEventListener('blur', release);
    };
  }, [session]);
}

function needsSpace(target: Element, call: CallState): boolean {
  // A select keeps the focus after a choice. While closed, Space opens it only if push-to-talk does not need the key.
  if (target instanceof HTMLSelectElement) return isOpen(target) || (call.phase !== 'ended' && call.talk === 'open');
  return target.closest(usesSpace) !== null;
}

function isOpen(list: HTMLSelectElement): boolean {
  try {
    return list.matches(':open');
  } catch {
    // Browsers without `:open` send the keys of an open select to the select itself.
    return false;
  }
}
