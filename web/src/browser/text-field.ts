import { isRoomyWithMouse } from './screen.ts';

/**
 * Inserts text at the caret, as if it was typed.
 *
 * `execCommand` is deprecated but is the only way to keep the browser's undo history, so that Ctrl+Z removes the text.
 * It also fires the `input` event, which React needs to detect the change. `setRangeText` and writing to `value` clear
 * the undo history and fire no event: React then compares later input with an outdated value and can miss a change.
 */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** If no message field gets the focus within this time, the typed text is dropped. */
const waitMs = 5_000;

/**
 * Collects text that is typed while a chat opens, and inserts it into the message field once the field has the focus.
 * Otherwise the button would receive the first letters that a person types right after clicking 'Chat'. Another click
 * or another field stops it.
 */
export function collectTyping(): () => void {
  // On such devices the message field does not take the focus automatically.
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
    // The field first moves its caret behind the draft.
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

/** Whether the key types a character. Many keyboards report AltGr as Ctrl with Alt. */
function isText(event: KeyboardEvent): boolean {
  const isShortcut = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  return event.key.length === 1 && !isShortcut && !event.isComposing;
}
