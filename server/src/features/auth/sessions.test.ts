import * as contract from '@chat-app/contract';
import { expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { coarseNetworkOf, deviceOf } from './session-origin.ts';

const app = useTestApp();
const { anotherDevice, anUnverifiedUser, aVerifiedUser } = people(app);
const listOf = async (person: Person) => (await person.call(contract.getSessions, {})).body.data;
const statusOf = async (person: Person) => (await person.call(contract.getSession, {})).status;
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('[AUTH-310] a user sees where they are signed in, the current session first; of one from before the list, what is known', async () => {
  const ann = await aVerifiedUser();
  const before = Date.now();
  const client = app.client();
  const body = { email: ann.email, password: ann.password };
  await client.send('POST', '/api/auth/login', { body, headers: { 'user-agent': firefox } });

  const sessions = await listOf(ann);
  expect(sessions).toMatchObject([
    { isCurrent: true, network: '127.0.0.x' },
    { isCurrent: false, device: 'Firefox on Windows', network: '127.0.0.x' },
  ]);
  expect(Date.parse(sessions[1]?.createdAt ?? '')).toBeGreaterThanOrEqual(before);
  const own = (await client.call(contract.getSessions, {})).body.data;
  expect(own.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
    ['Firefox on Windows', true],
    [sessions[0]?.device, false],
  ]);
  // One from before the list, and one that has expired.
  const { sql } = app.database;
  await sql`update sessions set device = null, network = null where id = ${sessions[0]?._id ?? ''}`;
  await sql`update sessions set expires_at = now() where id = ${sessions[1]?._id ?? ''}`;
  expect(await listOf(ann)).toMatchObject([{ isCurrent: true, device: null, network: null }]);
});

test('[AUTH-311] signing out one device, or all others, of oneself only, ends their sessions and connections', async () => {
  const [ann, bob] = [await anUnverifiedUser(), await aVerifiedUser()];
  const [phone, tablet, laptop] = [await anotherDevice(ann), await anotherDevice(ann), await anotherDevice(ann)];
  const id = (await listOf(phone))[0]?._id ?? asId<contract.SessionId>('');
  const revoke = async (by: Person) => (await by.call(contract.revokeSession, { id })).status;
  expect([await revoke(bob), await revoke(ann), await revoke(ann)]).toEqual([404, 200, 404]);
  const statuses = () => Promise.all([phone, tablet, laptop, ann].map(statusOf));
  expect(await statuses()).toEqual([401, 200, 200, 200]);

  await app.database.sql`update users set verified_at = now() where id = ${ann.user.id}`;
  const [here, there] = [await connect(app, ann), await connect(app, tablet)];
  await ann.call(contract.revokeOtherSessions, {});
  await vi.waitUntil(() => !there.socket.connected, { interval: 5 });
  expect(await statuses()).toEqual([401, 401, 401, 200]);
  expect([here.socket.connected, (await listOf(ann)).length]).toEqual([true, 1]);
});

test('[AUTH-310] a device is named by its browser and system, and its network by a part of the address', () => {
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const pixel = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)';
  const devices = {
    [firefox]: 'Firefox on Windows',
    [`${iphone} Version/18.0 Mobile/15E148 Safari/604.1`]: 'Safari on iOS',
    [`${pixel} Chrome/141.0.0.0 Mobile Safari/537.36`]: 'Chrome on Android',
    '': null,
    ['x'.repeat(10_000)]: null,
    '<script>alert(1)</script>': null,
  };
  for (const [userAgent, name] of Object.entries(devices)) expect(deviceOf(userAgent)).toBe(name);
  const networks = {
    '203.0.113.77': '203.0.113.x',
    '::ffff:203.0.113.77': '203.0.113.x',
    '2001:db8:12:34:56::1': '2001:db8:12:…',
    unix: 'unix',
  };
  for (const [address, network] of Object.entries(networks)) expect(coarseNetworkOf(address)).toBe(network);
});
