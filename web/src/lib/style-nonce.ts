import { setNonce } from 'get-nonce';

/** The dialogs' scroll lock adds a style element; without the page's nonce the content policy refuses it. */
export function adoptStyleNonce(): void {
  const nonce = styleNonce();
  if (nonce) setNonce(nonce);
}

/** What a style element must carry on this page. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
}
