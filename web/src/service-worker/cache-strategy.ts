/** The prefix of the cache names of all versions. */
export const shellCachePrefix = 'chat-app-shell-';

/** How a request is answered: pages and files network first, hashed assets from the cache, the rest by the browser. */
export type CacheStrategy = 'page' | 'asset' | 'file' | 'network';

type RequestParts = Pick<Request, 'method' | 'mode' | 'url'>;

const ownFiles = /^\/(?:favicon\.svg|theme\.js|manifest\.webmanifest|icons\/[\w-]+\.png)$/;
/** Paths that a browser can navigate to but that are not pages of the app. */
const notPages = /^\/(?:api|dev|socket\.io|assets|healthz|readyz|metrics)(?:\/|$)/;

export function strategyOf({ method, mode, url }: RequestParts, origin: string): CacheStrategy {
  const target = new URL(url);
  if (method !== 'GET' || target.origin !== origin) return 'network';
  if (target.pathname.startsWith('/assets/')) return 'asset';
  if (ownFiles.test(target.pathname)) return 'file';
  return mode === 'navigate' && !notPages.test(target.pathname) ? 'page' : 'network';
}
