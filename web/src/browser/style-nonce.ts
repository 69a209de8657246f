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
