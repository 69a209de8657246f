import { useEffect, useEffectEvent } from 'react';
import { isPressed } from './shortcuts.ts';

/** Calls `onEscape` on Escape, unless a dialog or menu above has handled the key. */
export function useEscape(isActive: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isActive) return undefined;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (isPressed(event, 'close') && !event.defaultPrevented) escape();
    };
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, [isActive]);
}
