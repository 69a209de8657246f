/**
 * Marks the page while the person uses a mouse or a finger. Menus and tabs move the focus by script. If a field had the
 * focus before, browsers treat this as keyboard use and would show a focus ring around the clicked element.
 */
export function markPointer(): void {
  const { dataset } = document.documentElement;
  window.addEventListener('pointerdown', () => (dataset['pointer'] = ''), { capture: true });
  window.addEventListener('keydown', () => delete dataset['pointer'], { capture: true });
}
