import { setNonce } from 'get-nonce';

/** The dialogs' scroll lock adds a style element; without the page's nonce the content policy refuses it. */
export function adoptStyleNonce(): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  if (nonce) setNonce(nonce);
}
