import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Random } from '../../../server/test/random.ts';

/** The page of one device: what the client code takes for `window` and `document`. */
interface Page extends EventTarget {
  readonly location: { origin: string; pathname: string };
}

/** The network between one device and the server. */
export interface Network {
  readonly page: Page;
  /** No request reaches the server, and no answer the device. */
  isDown: boolean;
  /** One in so many requests is disturbed; 0 for none. */
  disturbedOneIn: number;
}

const current = new AsyncLocalStorage<Network & { cookie: string; url: string; random: Random }>();
const realFetch = globalThis.fetch;
const strayRequests: string[] = [];

/** Requests whose device is unknown. There must be none, or a device would seem to be offline. */
export const listStrayRequests = (): readonly string[] => strayRequests;

/**
 * Gives each device its own page, cookies and network, although they all run in this process: code that runs as a device
 * finds them by its asynchronous context.
 */
export function installPages(): void {
  const nowhere = createPage('http://nowhere.invalid');
  const pageOf = () => current.getStore()?.page ?? nowhere;
  Object.defineProperty(globalThis, 'window', { configurable: true, get: pageOf });
  Object.defineProperty(globalThis, 'document', { configurable: true, get: pageOf });
  // Devices of one user are different browsers, which share neither channels nor locks.
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const device = current.getStore();
    if (device) return disturbedFetch(device, url, init ?? {});
    if (url.startsWith('/')) strayRequests.push(url);
    return realFetch(url, init);
  });
}

export function createNetwork(options: { url: string; cookie: string; random: Random }) {
  const network = { ...options, page: createPage(options.url), isDown: false, disturbedOneIn: 0 };
  return { network, run: <Result>(work: () => Result): Result => current.run(network, work) };
}

function createPage(origin: string): Page {
  const location = { origin, pathname: '/' };
  return Object.assign(new EventTarget(), { location, visibilityState: 'visible', cookie: '' });
}

type Device = NonNullable<ReturnType<typeof current.getStore>>;

/** Some requests are late, lost or repeated, and some answers are lost. */
async function disturbedFetch(device: Device, path: string, init: RequestInit): Promise<Response> {
  const { random, disturbedOneIn, url } = device;
  const headers = { ...(init.headers as Record<string, string>), cookie: device.cookie };
  const ask = async () => {
    if (device.isDown) throw new TypeError('the network is down');
    return realFetch(url + path, { ...init, headers });
  };
  const isDisturbed = disturbedOneIn > 0 && random.isOneIn(disturbedOneIn);
  const kind = isDisturbed ? random.pick(['late', 'lost', 'repeated', 'unanswered'] as const) : 'good';
  if (kind === 'lost') throw new TypeError('the request was lost');
  // Real time: answers come late by different times.
  if (kind === 'late') await pause(random.below(40));
  if (kind === 'repeated') void ask().catch(() => undefined);
  const response = await ask();
  const text = await response.text();
  if (kind === 'unanswered' || device.isDown) throw new TypeError('the answer was lost');
  return new Response(text, { status: response.status, headers: response.headers });
}
