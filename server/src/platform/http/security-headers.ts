import { randomBytes } from 'node:crypto';

interface Directives {
  readonly [directive: string]: readonly string[];
}

/** Headers on every answer; what is more special (a page, an upload) sets its own policy over them. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return {
    'content-security-policy': toPolicy(lockedDown),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** The policy of the web app's page. Google's script is let in only where sign-in with Google is set up. */
export function pagePolicy({
  nonce,
  socketUrl,
  hasGoogle,
}: {
  nonce: string;
  socketUrl: string | null;
  hasGoogle: boolean;
}) {
  const google = hasGoogle ? ['https://accounts.google.com/gsi/'] : [];
  const sockets = socketUrl === null ? [] : [socketUrl, socketUrl.replace(/^http/, 'ws')];
  return toPolicy({
    ...lockedDown,
    'script-src': ["'self'", ...google.map((base) => `${base}client`)],
    'style-src': ["'self'", `'nonce-${nonce}'`, ...google.map((base) => `${base}style`)],
    'img-src': ["'self'", 'blob:', 'data:'],
    'media-src': ["'self'", 'blob:', 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...sockets, ...google],
    'frame-src': google.length > 0 ? google : ["'none'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
  });
}

/** The policy of a page that is only read: its own style and nothing else. */
export const documentPolicy = (nonce: string) => toPolicy({ ...lockedDown, 'style-src': [`'nonce-${nonce}'`] });

/** The service worker has a policy of its own, not its page's: it fetches what the page would have fetched. */
export const serviceWorkerPolicy = () => toPolicy({ ...lockedDown, 'connect-src': ["'self'"] });

/** Nothing may load, run or frame it: for JSON, files and errors. */
const lockedDown: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
};

/** What people have uploaded: shown as it is, in a place of its own where nothing runs. */
export const filePolicy = `sandbox; ${toPolicy(lockedDown)}`;

export const newNonce = () => randomBytes(16).toString('base64');

export function toPolicy(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
