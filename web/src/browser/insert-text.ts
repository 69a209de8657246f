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
