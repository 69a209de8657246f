/**
 * Marks the page while somebody uses a mouse or a finger. Menus and tabs move the focus by script, which browsers take for
 * the keyboard's doing when it was in a field before: a ring would stand around what was clicked.
 */
export function markPointer(): void {
  const { dataset } = document.documentElement;
  window.addEventListener('pointerdown', () => (dataset['pointer'] = ''), { capture: true });
  window.addEventListener('keydown', () => delete dataset['pointer'], { capture: true });
}
