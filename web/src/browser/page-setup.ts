import { setNonce } from 'get-nonce';

/** The scroll lock of dialogs adds a style element, which the content security policy blocks without the nonce. */
export function adoptStyleNonce(): void {
  const nonce = styleNonce();
  if (nonce) setNonce(nonce);
}

/** The nonce that style elements need on this page. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
}

/**
 * Marks the page while the person uses a mouse or a finger. Menus and tabs move the focus by script. If a field had the
 * focus before, browsers treat this as keyboard use and would show a focus ring around the clicked element.
 */
export function markPointer(): void {
  const { dataset } = document.documentElement;
  window.addEventListener('pointerdown', () => (dataset['pointer'] = ''), { capture: true });
  window.addEventListener('keydown', () => delete dataset['pointer'], { capture: true });
}
