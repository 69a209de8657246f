import { randomBytes } from 'node:crypto';

interface Directives {
  readonly [directive: string]: readonly string[];
}

/** Headers of every response. Pages and uploads override the policy with their own. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return {
    'content-security-policy': toPolicy(lockedDown),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(self), display-capture=(self), geolocation=(), microphone=(self), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** The policy of the web app's page. Google's script is allowed only when sign-in with Google is configured. */
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

/** The policy of a read-only page: its own style and nothing else. */
export const documentPolicy = (nonce: string) => toPolicy({ ...lockedDown, 'style-src': [`'nonce-${nonce}'`] });

/** The service worker has its own policy, not its page's: it fetches on behalf of the page. */
export const serviceWorkerPolicy = () => toPolicy({ ...lockedDown, 'connect-src': ["'self'"] });

/** The worker that compiles WebAssembly for the page: it may do nothing else, and the page itself may not do that. */
export const compilerPolicy = () => toPolicy({ ...lockedDown, 'script-src': ["'wasm-unsafe-eval'"] });

/** For JSON, files and errors: nothing may load, run or be framed. */
const lockedDown: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
};

/** For uploaded files: shown as they are, in a sandbox where nothing runs. */
export const filePolicy = `sandbox; ${toPolicy(lockedDown)}`;

export const newNonce = () => randomBytes(16).toString('base64');

export function toPolicy(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
