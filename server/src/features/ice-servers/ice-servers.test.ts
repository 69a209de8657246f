import { getIceServers } from '@chat-app/contract';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useOwnTestApp, useTestApp } from '../../../test/test-app.ts';

const asked: { url: string | undefined; authorization: string | undefined; body: string }[] = [];
let isUp = true;
const cloudflare = createServer((request, response) => void answer(request, response));
async function answer(request: IncomingMessage, response: ServerResponse) {
  asked.push({ url: request.url, authorization: request.headers.authorization, body: await text(request) });
  const iceServers = [
    { urls: ['stun:stun.cloudflare.com:3478'] },
    { urls: 'turn:turn.cloudflare.com:3478', username: 'u', credential: 'c' },
  ];
  response.writeHead(isUp ? 201 : 500).end(JSON.stringify({ iceServers }));
}
await new Promise<void>((resolve) => cloudflare.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => cloudflare.close(resolve)));

const withRelays = useOwnTestApp(() => ({
  TURN_URL: 'turn:turn.example.org:3478,turns:turn.example.org:5349',
  TURN_SECRET: 'shared',
  CLOUDFLARE_TURN_KEY_ID: 'key',
  CLOUDFLARE_TURN_TOKEN: 'token',
  CLOUDFLARE_TURN_URL: `http://127.0.0.1:${(cloudflare.address() as AddressInfo).port}`,
  LOG_LEVEL: 'silent',
}));
const withNothing = useTestApp();

test('[ICE-1] each person gets separate credentials that expire within the hour', async () => {
  const ann = await people(withRelays).aVerifiedUser();
  const [server] = (await ann.call(getIceServers, { types: 'private' })).body.data;
  expect(server?.urls).toEqual(['turn:turn.example.org:3478', 'turns:turn.example.org:5349']);
  const [endsAt, userId] = server?.username?.split(':') ?? [];
  expect(userId).toBe(ann.user.id);
  const leftMs = Number(endsAt) * 1000 - Date.now();
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(60 * 60_000);
  const credential = createHmac('sha1', 'shared').update(server?.username ?? '');
  expect(server?.credential).toBe(credential.digest('base64'));
});

test('[ICE-1] Cloudflare is called with its key; while it fails, the other servers are returned', async () => {
  const ann = await people(withRelays).aVerifiedUser();
  const firstUrls = async (types?: string) =>
    (await ann.call(getIceServers, { ...(types !== undefined && { types }) })).body.data.map(({ urls }) => urls[0]);
  const all = ['turn:turn.example.org:3478', 'stun:stun.cloudflare.com:3478', 'turn:turn.cloudflare.com:3478'];
  expect([await firstUrls('private,cloudflare'), await firstUrls()]).toEqual([all, all]);
  expect(asked.at(-1)).toEqual({
    url: '/v1/turn/keys/key/credentials/generate-ice-servers',
    authorization: 'Bearer token',
    body: '{"ttl":3600}',
  });
  isUp = false;
  expect(await firstUrls()).toEqual(all.slice(0, 1));
  expect(await firstUrls('cloudflare')).toEqual(['stun:stun.cloudflare.com:3478']);
});

test('[ICE-2] without relays there are the STUN servers', async () => {
  const ann = await people(withNothing).aVerifiedUser();
  for (const types of ['private,cloudflare', 'file,__proto__', 'private']) {
    const { status, body } = await ann.call(getIceServers, { types });
    const urls = ['stun:stun.cloudflare.com:3478', 'stun:stun.l.google.com:19302'];
    expect([status, body.data]).toEqual([200, [{ urls }]]);
  }
});
