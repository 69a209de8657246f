import { useEffect } from 'react';
import { isPressed, isReleased } from '../../lib/shortcuts.ts';
import type { CallState } from './call-events.ts';
import type { CallSession } from './call-session.ts';

/** Where Space writes or presses. A slider, which keeps the focus after it was moved, does not know it. */
const usesSpace = 'button, input:not([type="range"]), textarea, [contenteditable], [role="menuitem"]';

/** Space held down lets one who is muted be heard. On a button that the keyboard has reached it is that button's. */
export function usePushToTalk(session: Pick<CallSession, 'dispatch' | 'getView'>): void {
  useEffect(() => {
    const handleDown = (event: KeyboardEvent) => {
      if (!isPressed(event, 'talk') || event.repeat) return;
      if (event.target instanceof Element && needsSpace(event.target, session.getView().call)) return;
      event.preventDefault();
      session.dispatch({ type: 'talk-key', isDown: true });
    };
    const release = () => session.dispatch({ type: 'talk-key', isDown: false });
    const handleUp = (event: KeyboardEvent) => isReleased(event, 'talk') && release();
    window.addEventListener('keydown', handleDown);
    window.addEventListener('keyup', handleUp);
    // Released in another window, it is not told here.
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('keydown', handleDown);
      window.removeEventListener('keyup', handleUp);
      window.removeEventListener('blur', release);
    };
  }, [session]);
}

function needsSpace(target: Element, call: CallState): boolean {
  // A list keeps the focus after one was chosen. Closed, it opens by Space only while there is nothing else to do with it.
  if (target instanceof HTMLSelectElement) return isOpen(target) || (call.phase !== 'ended' && call.talk === 'open');
  return target.closest(usesSpace) !== null;
}

function isOpen(list: HTMLSelectElement): boolean {
  try {
    return list.matches(':open');
  } catch {
    // A browser that does not know the word gives an open list its keys first.
    return false;
  }
}
