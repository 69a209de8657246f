import { useEffect, useEffectEvent } from 'react';
import { isPressed } from './shortcuts.ts';

/** Calls back on Escape, unless something above (a dialog, a menu) took the key for itself. */
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
