import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createBoundedQueue } from '../bounded-queue.ts';
import { AddressForbidden, type AddressGuard, bareHost, portOf } from './address-guard.ts';

/** There is nothing to be had there: no such name, no connection, no success, too slow, too many redirects. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** What came back, after redirects. */
export interface Fetched {
  readonly url: URL;
  readonly contentType: string;
  /** Unpacked, and at its end after `maxBytes` however much more there would be. */
  readonly body: AsyncIterable<Uint8Array>;
}

interface FetchOptions<Result> {
  readonly accept: string;
  readonly maxBytes: number;
  /** Reads as much as it needs, within the deadline; the connection is closed when it is done. */
  readonly read: (fetched: Fetched) => Promise<Result>;
}

/** Fetches what a stranger named. Throws AddressForbidden, Unreachable, or `unavailable` when too many wait. */
export type GuardedFetch = <Result>(url: URL, options: FetchOptions<Result>) => Promise<Result>;

interface GuardedFetchOptions {
  readonly guard: AddressGuard;
  readonly userAgent: string;
  /** For everything together: names, redirects, body. */
  readonly deadlineMs?: number;
  readonly maxRedirects?: number;
  readonly concurrency?: number;
  readonly queueLimit?: number;
}

export function createGuardedFetch({
  guard,
  userAgent,
  deadlineMs = 5000,
  maxRedirects = 3,
  concurrency = 24,
  queueLimit = 100,
}: GuardedFetchOptions): GuardedFetch {
  const enqueue = createBoundedQueue({ concurrency, queueLimit });

  /** One request, to an address that was judged a moment ago and is not looked up again. */
  async function visit<Result>(url: URL, { accept, maxBytes, read }: FetchOptions<Result>, signal: AbortSignal) {
    const addresses = await unlessAborted(guard.resolve(url, signal), signal);
    if (addresses.length === 0) throw new Unreachable('no such host');
    const headers = { accept, 'accept-encoding': 'gzip, identity;q=0.5', 'user-agent': userAgent };
    const { response, close } = await ask(url, { headers, maxBytes, signal, lookup: answering(addresses) });
    try {
      const location = redirectOf(response);
      if (location !== null) return { next: guard.parse(location, url) };
      if (response.statusCode !== 200) throw new Unreachable(`status ${response.statusCode}`);
      const contentType = response.headers['content-type'] ?? '';
      return { result: await read({ url, contentType, body: upTo(maxBytes, unpacked(response, maxBytes)) }) };
    } finally {
      close();
    }
  }

  return (url, options) =>
    enqueue(async () => {
      const signal = AbortSignal.timeout(deadlineMs);
      let target = url;
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        const visited = await visit(target, options, signal);
        if ('result' in visited) return visited.result;
        if (visited.next === null) throw new AddressForbidden();
        target = visited.next;
      }
      throw new Unreachable('too many redirects');
    });
}

/** Node would otherwise look the name up itself when it connects, and might be told something else. */
function answering(addresses: readonly string[]): LookupFunction {
  const answers = addresses.slice(0, 4).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all }, callback) => {
    const [first] = answers;
    if (all || first === undefined) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

interface Question extends Pick<RequestOptions, 'headers' | 'signal' | 'lookup'> {
  readonly maxBytes: number;
}

/** Beside the body: headers, the frames around its pieces. */
const wireBytesAllowed = 256 * 1024;
const meterEveryMs = 100;

/** No agent: a connection serves one request, so nothing of one host's can reach another's. */
function ask(url: URL, { maxBytes, ...options }: Question) {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const path = url.pathname + url.search;
  return new Promise<{ response: IncomingMessage; close: () => void }>((resolve, reject) => {
    const fail = (error?: Error) => reject(new Unreachable('no answer', { cause: error }));
    const sent = request({ ...options, agent: false, host: bareHost(url), port: portOf(url), path });
    // Interim answers and comments between the pieces of a body are no body: nobody else would count them.
    const meter = setInterval(() => {
      if ((sent.socket?.bytesRead ?? 0) > 2 * maxBytes + wireBytesAllowed) sent.destroy();
    }, meterEveryMs);
    // Both stay: after the answer has begun, an error that nobody listens to would end the program.
    sent.on('error', fail).on('close', () => {
      clearInterval(meter);
      fail();
    });
    sent.on('response', (response) => resolve({ response, close: () => sent.destroy() }));
    sent.end();
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null;
  if (headers.location === undefined) throw new Unreachable('redirect to nowhere');
  // Header bytes arrive as Latin-1; what is meant is UTF-8.
  return Buffer.from(headers.location, 'latin1').toString();
}

function unpacked(response: IncomingMessage, maxBytes: number): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return response;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new Unreachable(`encoding ${encoding}`);
  // Bounded before unpacking too: any amount of packed nothing would count as nothing afterwards.
  // What goes wrong is thrown to whoever reads.
  return pipeline(upTo(maxBytes, response), createGunzip(), () => {});
}

async function* upTo(maxBytes: number, source: Readable): AsyncGenerator<Uint8Array> {
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

/** A name server's answer that comes too late is of no use. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Unreachable('too slow'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
