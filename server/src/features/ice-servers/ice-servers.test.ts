import { getIceServers } from '@chat-app/contract';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const asked: { url: string | undefined; authorization: string | undefined; body: string }[] = [];
let isUp = true;
const cloudflare = createServer((request, response) => {
  let body = '';
  request.on('data', (text: Buffer) => (body += String(text)));
  request.on('end', () => {
    asked.push({ url: request.url, authorization: request.headers.authorization, body });
    response.statusCode = isUp ? 201 : 500;
    response.end(
      JSON.stringify({
        iceServers: [
          { urls: ['stun:stun.cloudflare.com:3478'] },
          { urls: 'turn:turn.cloudflare.com:3478', username: 'u', credential: 'c' },
        ],
      }),
    );
  });
});
await new Promise<void>((resolve) => cloudflare.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => cloudflare.close(resolve)));

describe('[ICE-1] with an own TURN server and Cloudflare', () => {
  const app = useOwnTestApp(() => ({
    TURN_URL: 'turn:turn.example.org:3478,turns:turn.example.org:5349',
    TURN_SECRET: 'shared',
    CLOUDFLARE_TURN_KEY_ID: 'key',
    CLOUDFLARE_TURN_TOKEN: 'token',
    CLOUDFLARE_TURN_URL: `http://127.0.0.1:${(cloudflare.address() as AddressInfo).port}`,
    LOG_LEVEL: 'silent',
  }));
  const { aVerifiedUser } = people(app);

  test('each person gets separate credentials that expire within the hour', async () => {
    const ann = await aVerifiedUser();
    const { body } = await ann.call(getIceServers, { types: 'private' });
    const [server] = body.data;
    expect(server?.urls).toEqual(['turn:turn.example.org:3478', 'turns:turn.example.org:5349']);
    const [endsAt, userId] = server?.username?.split(':') ?? [];
    expect(userId).toBe(ann.user.id);
    expect(Number(endsAt) * 1000 - Date.now()).toBeLessThanOrEqual(60 * 60_000);
    expect(Number(endsAt) * 1000).toBeGreaterThan(Date.now());
    expect(server?.credential).toBe(
      createHmac('sha1', 'shared')
        .update(server?.username ?? '')
        .digest('base64'),
    );
  });

  test('both types are returned when both are requested; Cloudflare is called with its key', async () => {
    const ann = await aVerifiedUser();
    const { body } = await ann.call(getIceServers, { types: 'private,cloudflare' });
    expect(body.data.map(({ urls }) => urls[0])).toEqual([
      'turn:turn.example.org:3478',
      'stun:stun.cloudflare.com:3478',
      'turn:turn.cloudflare.com:3478',
    ]);
    expect((await ann.call(getIceServers, {})).body.data).toHaveLength(3);
    expect(asked.at(-1)).toEqual({
      url: '/v1/turn/keys/key/credentials/generate-ice-servers',
      authorization: 'Bearer token',
      body: '{"ttl":3600}',
    });
  });

  test('a failure of Cloudflare leaves the other servers', async () => {
    isUp = false;
    const ann = await aVerifiedUser();
    const { status, body } = await ann.call(getIceServers, { types: 'cloudflare' });
    expect([status, body.data[0]?.urls[0]]).toEqual([200, 'stun:stun.cloudflare.com:3478']);
    expect((await ann.call(getIceServers, {})).body.data).toHaveLength(1);
    isUp = true;
  });
});

describe('[ICE-2] with nothing set up', () => {
  const app = useOwnTestApp(() => ({ STUN_URLS: 'stun:127.0.0.1:3478' }));
  const { aVerifiedUser } = people(app);

  test.each(['private,cloudflare', 'file,__proto__', 'private'])('%s gives the STUN servers', async (types) => {
    const ann = await aVerifiedUser();
    const { status, body } = await ann.call(getIceServers, { types });
    expect([status, body.data]).toEqual([200, [{ urls: ['stun:127.0.0.1:3478'] }]]);
  });
});
