/** The focused element; for an item of a menu, which is about to close, the button that opened the menu. */
export function lastingFocus(): HTMLElement | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role=menu]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
