import type { PushPayload } from '@chat-app/contract';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, vi } from 'vitest';

interface Delivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A subscribed browser that can decrypt its notifications. */
export interface SubscribedBrowser {
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What has arrived so far, oldest first. */
  pushes: () => PushPayload[];
  deliveries: () => Delivery[];
  /** Waits until this many have arrived. */
  receives: (count: number) => Promise<PushPayload[]>;
}

/** A local push service for a test file. */
export function usePushService() {
  const deliveries: Delivery[] = [];
  const statusByPath = new Map<string, number>();
  const server = createServer((request, response) => {
    void take(request, response);
  });
  async function take(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? '';
    deliveries.push({ path, headers: request.headers, body: await buffer(request) });
    response.writeHead(statusByPath.get(path) ?? 201).end();
  }
  const service = { host: '', origin: '' };
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    service.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    service.origin = `http://${service.host}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  return Object.assign(service, {
    /** From now on every notification for this browser is answered with this status. */
    answer: ({ subscription }: SubscribedBrowser, status: number) =>
      statusByPath.set(new URL(subscription.endpoint).pathname, status),

    aBrowser(): SubscribedBrowser {
      const pair = createECDH('prime256v1');
      const auth = randomBytes(16);
      const keys = { p256dh: pair.generateKeys('base64url'), auth: auth.toString('base64url') };
      const endpoint = `${service.origin}/${randomBytes(8).toString('hex')}`;
      const mine = () => deliveries.filter(({ path }) => endpoint.endsWith(path));
      const pushes = () =>
        mine().map(({ body }) => JSON.parse(open(body, pair.getPrivateKey(), auth).toString()) as PushPayload);
      return {
        subscription: { endpoint, keys },
        pushes,
        deliveries: mine,
        receives: async (count) => {
          await vi.waitUntil(() => mine().length >= count, { interval: 20 });
          return pushes();
        },
      };
    },
  });
}

/** Decrypts a body as a browser does (RFC 8188 and 8291). */
function open(body: Buffer, privateKey: Buffer, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + senderKey.length);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  const derive = (key: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
  const secret = derive(pair.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  if (plain.at(-1) !== 2) throw new Error('the record does not end as the last one does');
  return plain.subarray(0, -1);
}

/** Checks the signature of the Authorization header with the key it names, and returns the claims. */
export function readVapid(header = ''): { publicKey: string; claims: { aud: string; exp: number; sub: string } } {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the token is not signed with its key');
  return { publicKey, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as never };
}
