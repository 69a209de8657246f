import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { type AddressGuard, bareHost, portOf } from './address-guard.ts';

/** Nothing could be fetched: no such name, no connection, no success status, too slow, or too many redirects. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

interface PinnedRequest {
  readonly guard: AddressGuard;
  readonly method?: 'GET' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
  /** No more than this is read. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** One request, pinned to an address that was just checked. The name is not looked up again. */
export async function requestPinned(url: URL, { guard, signal, ...options }: PinnedRequest) {
  const addresses = await unlessAborted(guard.resolve(url, signal), signal);
  if (addresses.length === 0) throw new Unreachable('no such host');
  return send(url, { ...options, signal, lookup: pinnedLookup(addresses) });
}

/** Pins the lookup. Node would otherwise resolve the name again when it connects, and might get another address. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const answers = addresses.slice(0, 4).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, { all }, callback) => {
    const [first] = answers;
    if (all || first === undefined) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

interface OutgoingRequest extends Pick<RequestOptions, 'method' | 'headers' | 'signal' | 'lookup'> {
  readonly body?: Uint8Array;
  readonly maxBytes: number;
}

/** Allowance for bytes outside the body: headers and chunk framing. */
const wireBytesAllowed = 256 * 1024;
const meterEveryMs = 100;

/** No agent: each connection serves one request, so no state leaks from one host to another. */
function send(url: URL, { maxBytes, body, ...options }: OutgoingRequest) {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const path = url.pathname + url.search;
  return new Promise<{ response: IncomingMessage; close: () => void }>((resolve, reject) => {
    const fail = (error?: Error) => reject(new Unreachable('no answer', { cause: error }));
    const outgoing = request({ ...options, agent: false, host: bareHost(url), port: portOf(url), path });
    // Interim responses and chunk extensions are not part of the body, so no other limit counts them.
    const meter = setInterval(() => {
      if ((outgoing.socket?.bytesRead ?? 0) > 2 * maxBytes + wireBytesAllowed) outgoing.destroy();
    }, meterEveryMs);
    // Both listeners stay: once the response has begun, an 'error' event without a listener would end the process.
    outgoing.on('error', fail).on('close', () => {
      clearInterval(meter);
      fail();
    });
    outgoing.on('response', (response) => resolve({ response, close: () => outgoing.destroy() }));
    outgoing.end(body);
  });
}

/** Stops waiting for a DNS lookup when the deadline passes. */
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
