import { useEffect } from 'react';
import { restoreFocus, isFocusLost, withAncestors } from '../ui/restore-focus.ts';

/**
 * The focused element can disappear: a message is deleted, a member removed, a chat left. The browser then drops the
 * focus, and Tab starts at the top of the page. This hook moves the focus to the nearest ancestor that still exists.
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
      if (isGone && isFocusLost()) restoreFocus(around.find((part) => part.isConnected));
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body) return;
      cancelAnimationFrame(frame);
      // The element that replaces it may take the focus itself. It has done so after two frames.
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
