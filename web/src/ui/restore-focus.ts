/**
 * Restores the focus when a dialog closes: to the first of `targets`, or its nearest focusable ancestor, then to the
 * next target. If none is left, an element that took the focus meanwhile keeps it, or a landmark gets it. Otherwise Tab
 * would start at the top of the page.
 */
export function restoreFocus(...targets: (Element | null | undefined)[]): void {
  const landmarks = [...document.querySelectorAll('main'), ...document.querySelectorAll('aside')];
  for (const element of [...targets.flatMap(withAncestors), ...landmarks]) {
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
    if (!isFocusLost()) return;
  }
}

/** Whether no element has the focus, or only one in an inert part or in a closing dialog. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return true;
  return activeElement.closest('[inert], [data-state=closed]:is([role=dialog], [role=alertdialog])') !== null;
}

/** Whether a field outside of the closing dialog has the focus. Moving it would interrupt typing. */
export function isTypingElsewhere(): boolean {
  return !isFocusLost() && document.activeElement?.matches('input, textarea') === true;
}

/** The element and its ancestors that are still in the document, innermost first. */
export function withAncestors(element: Element | null | undefined): Element[] {
  if (!element) return [];
  const rest = withAncestors(element.parentElement);
  return element.isConnected ? [element, ...rest] : rest;
}
