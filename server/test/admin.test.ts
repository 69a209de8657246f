import * as contract from '@chat-app/contract';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { commands } from '../src/admin-commands.ts';
import { openAdministration } from '../src/admin-services.ts';
import { readConfig } from '../src/config/config.ts';
import { createLogger } from '../src/platform/logger.ts';
import type { Disposer } from '../src/shutdown.ts';
import { openSocket } from './device.ts';
import type { HttpClient } from './http-client.ts';
import { runAdmin, useProgram } from './program.ts';
import { aDatabase, environmentOf, type TestApp } from './test-app.ts';
import { verifyAll } from './with-database.ts';

type Target = TestApp['databaseTarget'];

const { place, start, end, ownDatabase, client } = useProgram();
const password = 'Secret1!';
const [ann, bob] = ['ann@example.org', 'bob@example.org'];

/** The program, on the database in its folder. */
const admin = (...args: string[]) => runAdmin(args, { DATA_DIR: place.dataDir });

/** A command without a process of its own, which would take longer than all the rest. */
async function runCommand(database: Target, name: string, ...args: string[]) {
  const disposers: Disposer[] = [];
  const config = { ...readConfig({ DATA_DIR: place.dataDir }), database };
  try {
    const services = await openAdministration(config, createLogger('silent'), disposers);
    return await commands[name]?.run({ ...services, args, flags: { yes: true } });
  } finally {
    for (const dispose of disposers.toReversed()) await dispose();
  }
}

async function signUp(email: string, target: Target) {
  const person = client();
  expect((await person.call(contract.register, { name: 'Somebody', email, password })).status).toBe(201);
  await verifyAll(target);
  return { ...person, ...(await person.call(contract.getSession, {})).body.user };
}

const onlyDevice = (person: HttpClient) => {
  const cookie = Array.from(person.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  return openSocket({ socketUrl: person.baseUrl }, { cookie });
};
const statusOfLogin = async (email: string) => (await client().call(contract.login, { email, password })).status;

test('[ADM-13] the command line acts on a running server, which notices at once, and on a stopped one', async () => {
  const { child, output } = await start();
  expect(output.text).toContain('There is no administrator yet: the first account that signs up on this machine');
  const anns = await signUp(ann, ownDatabase());
  const bobs = await signUp(bob, ownDatabase());
  expect([anns.isAdmin, bobs.isAdmin]).toEqual([true, false]);

  const device = onlyDevice(bobs);
  await vi.waitUntil(() => device.socket.connected);
  expect(await admin('suspend', 'BOB@example.org')).toEqual({ code: 0, out: `Suspended ${bob}.\n`, error: '' });
  await vi.waitUntil(() => !device.socket.connected);
  expect((await bobs.call(contract.getSession, {})).status).toBe(401);
  expect(await statusOfLogin(bob)).toBe(403);
  const refused = await admin('revoke', ann);
  expect(refused).toEqual({ code: 1, out: '', error: `${contract.administrationTexts.lastAdministrator}\n` });
  expect(await admin('delete', bob)).toMatchObject({ code: 2, error: expect.stringContaining('--yes') });

  expect(await end(child, 'SIGTERM')).toBe(0);
  const people = JSON.parse((await admin('people', '--json')).out) as contract.AdminPerson[];
  expect(people.map(({ email, isAdmin, isSuspended }) => ({ email, isAdmin, isSuspended }))).toEqual([
    { email: bob, isAdmin: false, isSuspended: true },
    { email: ann, isAdmin: true, isSuspended: false },
  ]);
  expect(await admin('delete', bob, '--yes')).toEqual({ code: 0, out: `Deleted ${bob}.\n`, error: '' });
});

test('[ADM-13] [ADM-16] [REG-9] each command, and what open pages and a running server show of it, once each time', async () => {
  const target = await aDatabase();
  const run = (name: string, ...args: string[]) => runCommand(target, name, ...args);
  const textOf = async (name: string, ...args: string[]) => (await run(name, ...args))?.text;
  const { child } = await start(environmentOf(target));
  await expect(run('suspend', ann)).rejects.toThrow(`There is no account with the address ${ann}.`);
  expect(await textOf('people')).toBe('Nobody.');
  expect(await textOf('registration')).toBe('Registration: open.');
  expect(await textOf('registration', 'closed')).toBe('Registration: closed.');
  const refused = await client().call(contract.register, { name: 'Somebody', email: ann, password });
  expect([refused.status, refused.body.code]).toEqual([403, 'registration_closed']);
  const shown = async () => (await client().call(contract.getServerConfig, {})).body.registration;
  await vi.waitUntil(async () => (await shown()) === 'closed');
  await expect(run('registration', 'maybe')).rejects.toThrow('Registration is open, invite or closed.');
  expect((await run('registration', 'open'))?.json).toMatchObject({ registration: { value: 'open', isFixed: false } });

  const anns = await signUp(ann, target);
  const bobs = await signUp(bob, target);
  await anns.call(contract.sendFriendRequest, { friendId: bobs.id });
  await bobs.call(contract.sendFriendRequest, { friendId: anns.id });
  const device = onlyDevice(anns);
  await device.waitFor('chatHeads');
  const changes = () => [
    device.all('userUpdated').filter(([{ id }]) => id === bobs.id).length,
    device.all('friendshipsChanged').length,
  ];
  const untilShown = (...counts: number[]) => vi.waitFor(() => expect(changes()).toEqual(counts));

  await run('suspend', bob);
  await untilShown(1, 1);
  await expect(run('grant', bob)).rejects.toThrow('suspended');
  await run('resume', bob);
  await untilShown(2, 2);
  expect(await statusOfLogin(bob)).toBe(200);
  expect((await run('sign-out', bob))?.json).toMatchObject({ email: bob, lastUsedAt: null });
  await run('grant', bob);
  await run('revoke', ann);
  expect(await textOf('people', 'bob')).toBe(`${bob}  Somebody  (administrator)`);
  await run('grant', ann);
  await run('revoke', bob);
  const mails = async () => (await readdir(join(place.dataDir, 'outbox'))).length;
  const before = await mails();
  await run('reset-link', ann);
  expect(await mails()).toBeGreaterThan(before);
  expect(await textOf('delete', bob)).toBe(`Deleted ${bob}.`);
  await untilShown(2, 3);
  expect(await statusOfLogin(bob)).toBe(401);
  await end(child, 'SIGTERM');
});

test('[ADM-13] a wrong command and a missing database are said in one sentence', async () => {
  const wrong = [[], ['dance'], ['suspend'], ['suspend', ann, bob], ['people', '--loud']];
  const usage = { code: 2, out: '', error: expect.stringContaining('Usage: npm run admin') };
  expect(await Promise.all(wrong.map((args) => admin(...args)))).toEqual(wrong.map(() => usage));
  const error = `There is no database in ${place.dataDir}: set DATA_DIR or DATABASE_URL.\n`;
  expect(await admin('suspend', ann)).toEqual({ code: 1, out: '', error });
});
