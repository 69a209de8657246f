/**
 * Where the keyboard goes when a dialog closes: to what opened it, or to the nearest thing around that when it can take no
 * focus; then to the next of these places. When none is left, what took the focus meanwhile keeps it, or a large part of the
 * screen gets it: otherwise Tab would begin at the top of the page.
 */
export function giveFocusBack(...places: (Element | null | undefined)[]): void {
  const largeParts = [...document.querySelectorAll('main'), ...document.querySelectorAll('aside')];
  for (const part of [...places.flatMap(withAncestors), ...largeParts]) {
    if (part instanceof HTMLElement) part.focus({ preventScroll: true });
    if (!isFocusLost()) return;
  }
}

/** Nobody has it who could keep it: it is nowhere, in what is closed to the keyboard, or in a dialog that is going. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return true;
  return activeElement.closest('[inert], [data-state=closed]:is([role=dialog], [role=alertdialog])') !== null;
}

/** A field outside of the closing dialog has the focus: taking it away would lose what is being typed. */
export function isWritingElsewhere(): boolean {
  return !isFocusLost() && document.activeElement?.matches('input, textarea') === true;
}

/** From the inside out, as far as it is still on the page. */
export function withAncestors(element: Element | null | undefined): Element[] {
  if (!element) return [];
  const rest = withAncestors(element.parentElement);
  return element.isConnected ? [element, ...rest] : rest;
}
