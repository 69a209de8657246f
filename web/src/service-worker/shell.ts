import { shellCachePrefix, strategyOf } from './cache-strategy.ts';

/** Injected by the build: the content-hashed files of the app, and a version for all of them. */
declare const __SHELL__: { readonly version: string; readonly files: readonly string[] };

const cacheName = `${shellCachePrefix}${__SHELL__.version}`;
const page = '/';
/** This version and the previous one, which open tabs may still run. */
const maxShells = 2;

export async function cacheShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([page, ...__SHELL__.files]);
}

export async function deleteOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(shellCachePrefix));
  await Promise.all(shells.slice(0, -maxShells).map((name) => caches.delete(name)));
}

/** Null for requests that the worker does not handle. In particular, it never caches user content. */
export function responseFor(request: Request): Promise<Response> | null {
  const strategy = strategyOf(request, location.origin);
  if (strategy === 'page') return fromNetwork(request, page);
  if (strategy === 'asset') return fromCache(request);
  return strategy === 'file' ? fromNetwork(request, new URL(request.url).pathname) : null;
}

async function fromNetwork(request: Request, cacheKey: string): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  // A proxy whose server is down has no page to show either.
  if (answer && ![502, 503, 504].includes(answer.status)) return answer;
  const cached = await caches.open(cacheName).then((cache) => cache.match(cacheKey));
  return cached ?? answer ?? Response.error();
}

/** Names are content-hashed, so an entry is valid no matter which version cached it. */
async function fromCache(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(cacheName);
    await cache.put(request, answer.clone()).catch(() => {});
  }
  return answer;
}
