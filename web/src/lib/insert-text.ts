/**
 * Inserts text where the caret is, as if it was typed.
 *
 * `execCommand` is deprecated but is the only way that keeps the browser's undo history: Ctrl+Z takes the text back. It
 * also fires the `input` event, by which React notices the change. `setRangeText` and writing to `value` empty the undo
 * history and fire nothing: React then compares later input with an outdated value and can miss a change.
 */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}
