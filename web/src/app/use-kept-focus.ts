import { useEffect } from 'react';
import { giveFocusBack, isFocusLost, withAncestors } from '../ui/give-focus-back.ts';

/**
 * What has the keyboard's focus may go: a message is deleted, a member removed, a chat left. The browser then has it
 * nowhere, and Tab begins at the top of the page. Here it passes to the nearest thing around that is still there.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let around: readonly Element[] = [];
    let frame = 0;
    const remember = ({ target }: FocusEvent) => {
      around = target instanceof Element ? withAncestors(target) : [];
    };
    const keep = () => {
      const isGone = around[0]?.isConnected === false;
      if (isGone && isFocusLost()) giveFocusBack(around.find((part) => part.isConnected));
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body) return;
      cancelAnimationFrame(frame);
      // Whatever comes in its place may want the focus for itself, and has had its chance two frames later.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(keep);
      });
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
}
