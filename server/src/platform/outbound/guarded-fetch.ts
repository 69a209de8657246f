import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { unavailable } from '../errors.ts';
import { AddressForbidden, type AddressGuard } from './address-guard.ts';
import { requestPinned, Unreachable } from './pinned-request.ts';

/** The response, after redirects. */
export interface Fetched {
  readonly url: URL;
  readonly contentType: string;
  /** Decompressed, and truncated after `maxBytes`. */
  readonly body: AsyncIterable<Uint8Array>;
}

interface FetchOptions<Result> {
  readonly accept: string;
  readonly maxBytes: number;
  /** Reads as much as it needs, within the deadline; the connection is closed afterwards. */
  readonly read: (fetched: Fetched) => Promise<Result>;
  /** Called before a redirect is followed, with `hostKeyOf` its target. False when that host is too busy. */
  readonly enterHost: (hostKey: string) => boolean;
}

/** Fetches an untrusted address. Throws AddressForbidden, Unreachable, or `unavailable` when a host is too busy. */
export type GuardedFetch = <Result>(url: URL, options: FetchOptions<Result>) => Promise<Result>;

interface GuardedFetchOptions {
  readonly guard: AddressGuard;
  readonly userAgent: string;
  /** Covers everything: DNS lookups, redirects, body. */
  readonly deadlineMs?: number;
  readonly maxRedirects?: number;
}

export function createGuardedFetch({
  guard,
  userAgent,
  deadlineMs = 5000,
  maxRedirects = 3,
}: GuardedFetchOptions): GuardedFetch {
  async function fetchOnce<Result>(url: URL, { accept, maxBytes, read }: FetchOptions<Result>, signal: AbortSignal) {
    const headers = { accept, 'accept-encoding': 'gzip, identity;q=0.5', 'user-agent': userAgent };
    const { response, close } = await requestPinned(url, { guard, headers, maxBytes, signal });
    try {
      const location = redirectOf(response);
      if (location !== null) return { next: guard.parse(location, url) };
      if (response.statusCode !== 200) throw new Unreachable(`status ${response.statusCode}`);
      const contentType = response.headers['content-type'] ?? '';
      return { result: await read({ url, contentType, body: truncated(maxBytes, decompressed(response, maxBytes)) }) };
    } finally {
      close();
    }
  }

  return async (url, options) => {
    const signal = AbortSignal.timeout(deadlineMs);
    let target = url;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const step = await fetchOnce(target, options, signal);
      if ('result' in step) return step.result;
      if (step.next === null) throw new AddressForbidden();
      if (!options.enterHost(hostKeyOf(step.next))) throw unavailable();
      target = step.next;
    }
    throw new Unreachable('too many redirects');
  };
}

/** The same for all spellings of a host, and for http and https. */
export const hostKeyOf = ({ hostname, port }: URL) => `${hostname.replace(/\.+$/, '')}:${port}`;

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null;
  if (headers.location === undefined) throw new Unreachable('redirect to nowhere');
  // Header bytes arrive as Latin-1 but are meant as UTF-8.
  return Buffer.from(headers.location, 'latin1').toString();
}

function decompressed(response: IncomingMessage, maxBytes: number): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return response;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new Unreachable(`encoding ${encoding}`);
  // Limited before decompression too: an endless stream that decompresses to nothing would never reach the other limit.
  // Errors are thrown to the reader.
  return pipeline(truncated(maxBytes, response), createGunzip(), () => {});
}

async function* truncated(maxBytes: number, source: Readable): AsyncGenerator<Uint8Array> {
  let left = maxBytes;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      yield chunk.subarray(0, left);
      left -= chunk.length;
      if (left <= 0) return;
    }
  } catch (error) {
    throw new Unreachable('broken off', { cause: error });
  }
}
