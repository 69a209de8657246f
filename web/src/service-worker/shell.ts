import { shellCachePrefix, wayOf } from './ways.ts';

/** Put in by the build: what the screens need, by names that change with their content, and a name for all of it. */
declare const __SHELL__: { readonly version: string; readonly files: readonly string[] };

const cacheName = `${shellCachePrefix}${__SHELL__.version}`;
const page = '/';
/** This version, and the one that open tabs may still run. */
const shellsKept = 2;

export async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([page, ...__SHELL__.files]);
}

export async function forgetOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(shellCachePrefix));
  await Promise.all(shells.slice(0, -shellsKept).map((name) => caches.delete(name)));
}

/** Null for what is none of our business: above all what people say, which is never kept here. */
export function answerFor(request: Request): Promise<Response> | null {
  const way = wayOf(request, location.origin);
  if (way === 'page') return fromNetwork(request, page);
  if (way === 'asset') return fromCache(request);
  return way === 'file' ? fromNetwork(request, new URL(request.url).pathname) : null;
}

async function fromNetwork(request: Request, kept: string): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  // A proxy whose server is away has nothing to show either.
  if (answer && ![502, 503, 504].includes(answer.status)) return answer;
  const known = await caches.open(cacheName).then((cache) => cache.match(kept));
  return known ?? answer ?? Response.error();
}

/** Its name changes with its content, so what was kept under it is right, whichever version kept it. */
async function fromCache(request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(cacheName);
    await cache.put(request, answer.clone()).catch(() => {});
  }
  return answer;
}
