/** A newly mounted row stays hidden until it is measured, and a hidden row cannot take the focus, so retry. */
export function focusRow(scroller: HTMLElement, index: number, triesLeft = 10): void {
  const link = scroller.querySelector<HTMLElement>(`[data-row="${index}"] a`);
  link?.focus({ preventScroll: true });
  if (document.activeElement === link || triesLeft === 0) return;
  requestAnimationFrame(() => focusRow(scroller, index, triesLeft - 1));
}
