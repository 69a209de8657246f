import * as contract from '@chat-app/contract';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, inject, test, vi } from 'vitest';
import { connectDatabase } from '../src/platform/db/database.ts';
import { openSocket } from './device.ts';
import type { HttpClient } from './http-client.ts';
import { runAdmin, useProgram } from './program.ts';
import { aDatabase, environmentOf } from './test-app.ts';

const { place, start, end, client } = useProgram();
const template = inject('postgres');
const password = 'Secret1!';
const [ann, bob] = ['ann@example.org', 'bob@example.org'];

/** Of the program and of the command line; without it, they use a database in their folder. */
let environment: Record<string, string>;
beforeEach(() => {
  environment = {};
});

const admin = (...args: string[]) => runAdmin(args, { DATA_DIR: place.dataDir, ...environment });
const peopleNow = async () =>
  (JSON.parse((await admin('people', '--json')).out) as contract.AdminPerson[]).map(
    ({ email, isAdmin, isSuspended }) => ({ email, isAdmin, isSuspended }),
  );

async function signUp(email: string) {
  const person = client();
  expect((await person.call(contract.register, { name: 'Somebody', email, password })).status).toBe(201);
  return person;
}

async function verifyAll(
  target = { ...template, host: join(place.dataDir, 'postgres'), user: 'chat', database: 'chat' },
) {
  const database = connectDatabase(target);
  await database.sql`update users set verified_at = now()`;
  await database.close();
}

test('[ADM-13] the command line acts on a running server, which notices at once, and on a stopped one', async () => {
  const { child, output } = await start();
  expect(output.text).toContain('There is no administrator yet: the first account that signs up on this machine');
  const anns = await signUp(ann);
  await verifyAll();
  const bobs = await signUp(bob);
  await verifyAll();
  expect((await anns.call(contract.getSession, {})).body.user.isAdmin).toBe(true);
  expect((await bobs.call(contract.getSession, {})).body.user.isAdmin).toBe(false);

  const device = onlyDevice(bobs);
  await vi.waitUntil(() => device.socket.connected);
  expect(await admin('suspend', 'BOB@example.org')).toEqual({ code: 0, out: `Suspended ${bob}.\n`, error: '' });
  await vi.waitUntil(() => !device.socket.connected);
  expect((await bobs.call(contract.getSession, {})).status).toBe(401);
  expect((await client().call(contract.login, { email: bob, password })).status).toBe(403);

  expect(await admin('grant', bob)).toMatchObject({ code: 1, error: expect.stringContaining('suspended') });
  expect((await admin('resume', bob)).code).toBe(0);
  expect((await client().call(contract.login, { email: bob, password })).status).toBe(200);
  expect((await admin('sign-out', bob, '--json')).out).toContain('"lastUsedAt": null');
  expect((await admin('grant', bob)).code).toBe(0);
  expect(await peopleNow()).toEqual([
    { email: bob, isAdmin: true, isSuspended: false },
    { email: ann, isAdmin: true, isSuspended: false },
  ]);
  expect((await admin('revoke', ann)).code).toBe(0);
  expect(await admin('revoke', bob)).toEqual({
    code: 1,
    out: '',
    error: `${contract.administrationTexts.lastAdministrator}\n`,
  });

  const mails = async () => (await readdir(join(place.dataDir, 'outbox'))).length;
  const before = await mails();
  expect((await admin('reset-link', ann)).code).toBe(0);
  expect(await mails()).toBeGreaterThan(before);
  expect(await admin('delete', ann)).toMatchObject({ code: 2, error: expect.stringContaining('--yes') });
  expect((await admin('delete', ann, '--yes')).out).toBe(`Deleted ${ann}.\n`);
  await vi.waitUntil(async () => (await anns.call(contract.getSession, {})).status === 401);

  expect(await end(child, 'SIGTERM')).toBe(0);
  expect((await admin('people', 'bob')).out).toBe(`${bob}  Somebody  (administrator)\n`);
});

const onlyDevice = (person: HttpClient) => {
  const cookie = Array.from(person.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  return openSocket({ socketUrl: person.baseUrl }, { cookie });
};

test('[ADM-16] what the command line does shows on open pages of others, once each time', async () => {
  const target = await aDatabase();
  environment = environmentOf(target);
  const { child } = await start(environment);
  const anns = await signUp(ann);
  await verifyAll(target);
  const bobs = await signUp(bob);
  await verifyAll(target);
  const idOf = async (person: HttpClient) => (await person.call(contract.getSession, {})).body.user.id;
  const [annId, bobId] = [await idOf(anns), await idOf(bobs)];
  await anns.call(contract.sendFriendRequest, { friendId: bobId });
  await bobs.call(contract.sendFriendRequest, { friendId: annId });
  const device = onlyDevice(anns);
  await device.waitFor('chatHeads');
  const updates = () => device.all('userUpdated').filter(([{ id }]) => id === bobId).length;
  const friendChanges = () => device.all('friendshipsChanged').length;

  expect((await admin('suspend', bob)).code).toBe(0);
  await vi.waitUntil(() => updates() === 1 && friendChanges() === 1);
  expect((await admin('resume', bob)).code).toBe(0);
  await vi.waitUntil(() => updates() === 2 && friendChanges() === 2);
  expect((await admin('delete', bob, '--yes')).code).toBe(0);
  await vi.waitUntil(() => friendChanges() === 3);
  expect([updates(), friendChanges()]).toEqual([2, 3]);
  await end(child, 'SIGTERM');
});

test('[ADM-13] [REG-9] the command line knows no such account, and says and changes who can sign up, and a running server follows', async () => {
  environment = environmentOf(await aDatabase());
  const { child } = await start(environment);
  expect(await admin('suspend', ann)).toEqual({
    code: 1,
    out: '',
    error: `There is no account with the address ${ann}.\n`,
  });
  expect((await admin('people')).out).toBe('Nobody.\n');
  expect(await admin('registration')).toEqual({ code: 0, out: 'Registration: open.\n', error: '' });
  expect((await admin('registration', 'closed')).out).toBe('Registration: closed.\n');
  const refused = await client().call(contract.register, { name: 'Somebody', email: ann, password });
  expect([refused.status, refused.body.code]).toEqual([403, 'registration_closed']);
  const shown = async () => (await client().call(contract.getServerConfig, {})).body.registration;
  await vi.waitUntil(async () => (await shown()) === 'closed');
  expect(JSON.parse((await admin('registration', 'open', '--json')).out)).toMatchObject({
    registration: { value: 'open', isFixed: false },
  });
  await signUp(ann);
  expect(await admin('registration', 'maybe')).toMatchObject({ code: 2, out: '' });
  await end(child, 'SIGTERM');
});

test('[ADM-13] a wrong command and a missing database are said in one sentence', async () => {
  for (const args of [[], ['dance'], ['suspend'], ['suspend', ann, bob], ['people', '--loud']]) {
    const { code, error, out } = await admin(...args);
    expect([args, code, out]).toEqual([args, 2, '']);
    expect(error).toContain('Usage: npm run admin');
  }
  expect(await admin('suspend', ann)).toEqual({
    code: 1,
    out: '',
    error: `There is no database in ${place.dataDir}: set DATA_DIR or DATABASE_URL.\n`,
  });
});
