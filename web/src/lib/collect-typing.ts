import { insertText } from './insert-text.ts';
import { isRoomyWithMouse } from './screen.ts';

/** When no message field got the focus by then, what was typed is dropped. */
const waitMs = 5_000;

/**
 * Collects what is typed while a chat is being opened, and inserts it into the message field once that has the focus.
 * Otherwise the first letters of somebody who types right after clicking 'Chat' would go to the button. Another click or
 * another field ends it.
 */
export function collectTyping(): () => void {
  // There the message field does not take the focus by itself.
  if (!isRoomyWithMouse()) return () => {};
  let typed = '';
  const collect = (event: KeyboardEvent) => {
    if (!isText(event)) return;
    event.preventDefault();
    event.stopPropagation();
    typed += event.key;
  };
  const deliver = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || !target.matches('input, textarea')) return;
    stop();
    // After the field has put its caret behind a draft.
    if (typed !== '' && target instanceof HTMLTextAreaElement) queueMicrotask(() => insertText(target, typed));
  };
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', collect, true);
    document.removeEventListener('focusin', deliver);
    document.removeEventListener('pointerdown', stop, true);
  };
  const timer = setTimeout(stop, waitMs);
  document.addEventListener('keydown', collect, true);
  document.addEventListener('focusin', deliver);
  document.addEventListener('pointerdown', stop, true);
  return stop;
}

/** A character, not a shortcut; on many keyboards AltGr counts as Ctrl with Alt. */
function isText(event: KeyboardEvent): boolean {
  const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  return event.key.length === 1 && !isShortcut && !event.isComposing;
}
