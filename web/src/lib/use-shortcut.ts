import { useEffect, useEffectEvent } from 'react';
import { isPressed } from './shortcuts.ts';
import type { ShortcutId } from './shortcuts.ts';

interface ShortcutOptions {
  isActive?: boolean;
  /** Whether it may be a sign alone, without Ctrl or Alt. */
  hasSingleKeys?: boolean;
}

/** Calls back on a shortcut. An open dialog or menu has the keyboard for itself. */
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
    // Before whatever has the focus: a menu's button opens by an arrow key, whether Alt is held or not.
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
