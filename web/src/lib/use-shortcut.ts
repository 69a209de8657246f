import { useEffect, useEffectEvent } from 'react';
import { isPressed } from './shortcuts.ts';
import type { ShortcutId } from './shortcuts.ts';

/** Calls back on a shortcut. An open dialog or menu has the keyboard for itself. */
export function useShortcut(id: ShortcutId, onPress: () => void, { isActive = true } = {}): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!isActive) return undefined;
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isPressed(event, id) || event.repeat || event.isComposing || event.defaultPrevented) return;
      if (isTyping(event) || isKeyboardTaken()) return;
      event.preventDefault();
      press();
    };
    // Before whatever has the focus: a menu's button opens by an arrow key, whether Alt is held or not.
    window.addEventListener('keydown', handleKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', handleKeyDown, { capture: true });
  }, [id, isActive]);
}

const fields = 'input, textarea, select, [contenteditable]';

function isTyping({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isText = key.length === 1 && !ctrlKey && !metaKey && !altKey;
  return isText && target instanceof Element && target.closest(fields) !== null;
}

const isKeyboardTaken = () =>
  document.querySelector(':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]') !== null;
