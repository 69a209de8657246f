import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { type AddressGuard, bareHost, portOf } from './address-guard.ts';

/** There is nothing to be had there: no such name, no connection, no success, too slow, too many redirects. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

interface JudgedRequest {
  readonly guard: AddressGuard;
  readonly method?: 'GET' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Uint8Array;
  /** More than this is not listened to. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** One request, to an address that was judged a moment ago and is not looked up again. */
export async function requestJudged(url: URL, { guard, signal, ...question }: JudgedRequest) {
  const addresses = await unlessAborted(guard.resolve(url, signal), signal);
  if (addresses.length === 0) throw new Unreachable('no such host');
  return ask(url, { ...question, signal, lookup: answering(addresses) });
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

interface Question extends Pick<RequestOptions, 'method' | 'headers' | 'signal' | 'lookup'> {
  readonly body?: Uint8Array;
  readonly maxBytes: number;
}

/** Beside the body: headers, the frames around its pieces. */
const wireBytesAllowed = 256 * 1024;
const meterEveryMs = 100;

/** No agent: a connection serves one request, so nothing of one host's can reach another's. */
function ask(url: URL, { maxBytes, body, ...options }: Question) {
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
    sent.end(body);
  });
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
