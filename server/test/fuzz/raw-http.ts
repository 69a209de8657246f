import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Random } from '../random.ts';

interface Place {
  readonly host: string;
  readonly cookie: string;
}

const deepJson = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const post = ({ host, cookie }: Place, body: string | Buffer, headers: string[] = []) =>
  Buffer.concat([
    Buffer.from(
      [
        'POST /api/messages/send HTTP/1.1',
        `Host: ${host}`,
        `Cookie: ${cookie}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...headers,
        '',
        '',
      ].join('\r\n'),
    ),
    Buffer.from(body as string),
  ]);
const get = ({ host, cookie }: Place, path: string, headers: string[] = []) =>
  ['GET ' + path + ' HTTP/1.1', `Host: ${host}`, `Cookie: ${cookie}`, ...headers, '', ''].join('\r\n');

const packed = gzipSync(Buffer.alloc(5_000_000));

/** Requests that no HTTP library would send. */
const requests: Record<string, (place: Place, random: Random) => string | Buffer> = {
  'header of 1 MB': (place) => get(place, '/api/auth', [`X-Long: ${'x'.repeat(1024 * 1024)}`]),
  'cookie of 1 MB': ({ host }) => get({ host, cookie: 'a='.repeat(512 * 1024) }, '/api/auth'),
  '5,000 headers': (place) =>
    get(
      place,
      '/api/auth',
      Array.from({ length: 5000 }, (_, index) => `X-${index}: 1`),
    ),
  'address of 1 MB': (place) => get(place, `/api/${'x'.repeat(1024 * 1024)}`),
  'JSON 10,000 deep': (place) => post(place, `{"chatId":${deepJson(10_000)}}`),
  '__proto__ and constructor': (place) =>
    post(place, '{"__proto__":{"isVerified":true},"constructor":{"prototype":{}}}'),
  'lone surrogate': (place) => post(place, String.raw`{"content":"\ud800","type":"text"}`),
  'invalid UTF-8': (place) => post(place, Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  'NUL in the body': (place) => post(place, '{"content":"a\0b"}'),
  'NUL in a header': (place) => get(place, '/api/auth', ['X-Nul: a\0b']),
  'length that lies': (place) => post(place, '{}', ['Content-Length: 5000']),
  'negative length': (place) => post(place, '{}').toString().replace('Content-Length: 2', 'Content-Length: -2'),
  'length and chunks': (place) =>
    post(place, '0\r\n\r\nGET /api/auth HTTP/1.1\r\n\r\n', ['Transfer-Encoding: chunked']),
  'chunks that are none': ({ host }) =>
    `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nfoo\r\n0\r\n\r\n`,
  'packed body': (place) => post(place, packed, ['Content-Encoding: gzip']),
  'no HTTP at all': (_, random) => Buffer.from(Uint8Array.from({ length: 300 }, () => random.below(256))),
  'TLS to a plain port': () => Buffer.from('160301020001000001fc0303', 'hex'),
  'method nobody knows': ({ host }) => `BREW /api/auth HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'no host': () => 'GET /api/auth HTTP/1.1\r\n\r\n',
  'address of another host': ({ host }) => `GET http://127.0.0.1:1/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'tunnel elsewhere': ({ host }) => `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'upgrade to something else': (place) => get(place, '/api/auth', ['Connection: Upgrade', 'Upgrade: h2c']),
  'polling of sockets': (place, random) => get(place, `/socket.io/?EIO=${random.below(6)}&transport=polling&sid=x`),
  'many in one go': (place) => get(place, '/api/auth').repeat(20),
};

export const rawRequestKinds = Object.keys(requests);

/** Sends one of them on a new connection and returns the response statuses. */
export async function sendRawRequest(url: string, cookie: string, random: Random, kind: string): Promise<number[]> {
  const { host, hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString('latin1')));
  await new Promise<void>((resolve) => {
    socket.on('error', () => resolve()).on('close', () => resolve());
    socket.write(requests[kind]?.({ host, cookie }, random) ?? '');
    setTimeout(() => socket.destroy(), 50);
  });
  return Array.from(answer.matchAll(/^HTTP\/1\.1 (\d+)/gm), ([, status]) => Number(status));
}

/** Connections that never finish: a header and a body, one byte at a time. */
export function openSlowLoris(url: string, count: number) {
  const { host, hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, (_, index): Socket => {
    const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
    const isBody = index % 2 === 0;
    socket.write(
      isBody
        ? `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n`
        : `GET /api/auth HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `,
    );
    return socket;
  });
  const dripping = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(' ');
  }, 500);
  return {
    stop: () => {
      clearInterval(dripping);
      const stillOpen = sockets.filter((socket) => !socket.closed).length;
      for (const socket of sockets) socket.destroy();
      return stillOpen;
    },
  };
}
