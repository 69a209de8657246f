import { useEffect, useEffectEvent } from 'react';
import { isPressed } from './shortcuts.ts';
import type { ShortcutId } from './shortcuts.ts';

interface ShortcutOptions {
  isActive?: boolean;
  /** Whether a single character without Ctrl or Alt triggers it. */
  hasSingleKeys?: boolean;
}

/** Calls `onPress` on a shortcut. Inactive while a dialog or menu is open. */
export function useShortcut(id: ShortcutId, onPress: () => void, options: ShortcutOptions = {}): void {
  const { isActive = true, hasSingleKeys = true } = options;
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!isActive) return undefined;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isPressed(event, id) || event.repeat || event.isComposing || event.defaultPrevented) return;
      if (isSignAlone(event) && (!hasSingleKeys || isInField(event))) return;
      if (isKeyboardTaken()) return;
      event.preventDefault();
      press();
    };
    // Capture, to run before the focused element: a menu button opens on an arrow key even if Alt is held.
    window.addEventListener('keydown', handleKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', handleKeyDown, { capture: true });
  }, [id, isActive, hasSingleKeys]);
}

const fields = 'input, textarea, select, [contenteditable]';

const isSignAlone = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

const isInField = ({ target }: KeyboardEvent) => target instanceof Element && target.closest(fields) !== null;

const isKeyboardTaken = () =>
  document.querySelector(':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]') !== null;
