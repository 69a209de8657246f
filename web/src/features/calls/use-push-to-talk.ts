import { useEffect } from 'react';
import type { CallSession } from './call-session.ts';

const usesSpace = 'button, select, input, a[href], [role="menuitem"]';

/** Space held down lets one who is muted be heard. On a button that the keyboard has reached it is that button's. */
export function usePushToTalk(session: CallSession): void {
  useEffect(() => {
    const handleDown = (event: KeyboardEvent) => {
      if (event.code !== 'Space' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(usesSpace)) return;
      event.preventDefault();
      session.dispatch({ type: 'talk-key', isDown: true });
    };
    const release = () => session.dispatch({ type: 'talk-key', isDown: false });
    const handleUp = (event: KeyboardEvent) => event.code === 'Space' && release();
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
