import * as contract from '@chat-app/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { startGoogleStandIn } from '../../e2e/stand-ins/google.ts';
import type { Device } from './cluster-device.ts';
import { sendText, useCluster } from './cluster-fixture.ts';
import { createHttpClient } from './http-client.ts';
import { runAdmin } from './program.ts';

const clientId = 'our-client.apps.example';
const google = await startGoogleStandIn();
afterAll(() => google.stop());

const { fixture, aDevice, nodesOf } = useCluster(() => ({ GOOGLE_CLIENT_ID: clientId, GOOGLE_API_URL: google.url }));
const timeout = 20_000;

const areConnected = (devices: readonly Device[]) =>
  vi.waitUntil(() => devices.every((device) => device.connects() > 0), { timeout });
const disconnectAll = (devices: readonly Device[]) => devices.forEach((device) => device.close());

test(
  '[ADM-16] what the command line does shows on pages of every node, once on each',
  { timeout: 60_000 },
  async () => {
    const { ann, cem, dan, cluster } = fixture();
    // Connections are assigned in turn: two of the three are on different nodes.
    const devices = [aDevice(ann), aDevice(ann), aDevice(ann)];
    const cems = [aDevice(cem), aDevice(cem), aDevice(cem)];
    await areConnected([...devices, ...cems]);
    const updates = () =>
      devices.map(({ received }) => {
        const people = received
          .filter(({ name }) => name === 'userUpdated')
          .map(({ args }) => args[0] as contract.Person);
        return people.filter(({ id }) => id === dan.id).length;
      });
    const admin = (command: string, email = 'dan@example.org') =>
      runAdmin([command, email], cluster.postgres.environment);
    // Dan was the last to sign up, so the new server is his.
    expect(await admin('grant', 'ann@example.org')).toMatchObject({ code: 0, error: '' });

    expect(await admin('suspend')).toMatchObject({ code: 0, error: '' });
    await vi.waitFor(() => expect(updates()).toEqual([1, 1, 1]), { timeout });
    expect(await admin('resume')).toMatchObject({ code: 0, error: '' });
    await vi.waitFor(() => expect(updates()).toEqual([2, 2, 2]), { timeout });
    // Every node has read this, and what was before it.
    expect(await admin('sign-out', 'cem@example.org')).toMatchObject({ code: 0, error: '' });
    await vi.waitFor(() => expect(cems.every(({ socket }) => !socket.connected)).toBe(true), { timeout });
    expect(updates()).toEqual([2, 2, 2]);
    disconnectAll([...devices, ...cems]);
  },
);

test('[REG-10] an announcement reaches the devices of every node once, and every node answers with it', async () => {
  const { ann, bob, database } = fixture();
  await database.sql`update users set is_administrator = true where id = ${ann.id}`;
  // Connections are assigned in turn, so each of the two is on both nodes.
  const devices = [aDevice(ann), aDevice(ann), aDevice(bob), aDevice(bob), aDevice(bob)];
  await areConnected(devices);
  const received = () =>
    devices.map((device) => device.received.filter(({ name }) => name === 'announcement').map(({ args }) => args));
  const stored = () =>
    Promise.all(
      nodesOf('api').map(async ({ url }) => {
        const client = createHttpClient(url);
        for (const [name, value] of bob.client.cookies) client.cookies.set(name, value);
        return (await client.call(contract.getAnnouncement, {})).body;
      }),
    );

  const { body } = await ann.client.call(contract.setAnnouncement, { text: 'Maintenance at 6' });
  await vi.waitFor(() => expect(received()).toEqual(devices.map(() => [[body.announcement, 1]])), { timeout });
  expect(await stored()).toEqual(nodesOf('api').map(() => ({ announcement: body.announcement, rev: 1 })));

  await ann.client.call(contract.clearAnnouncement, {});
  const both = [
    [body.announcement, 1],
    [null, 2],
  ];
  await vi.waitFor(() => expect(received()).toEqual(devices.map(() => both)), { timeout });
  expect(await stored()).toEqual(nodesOf('api').map(() => ({ announcement: null, rev: 2 })));
  disconnectAll(devices);
});

test('[INV-11] who signs in with Google and an invitation joins the group on every node', async () => {
  const { ann, bob, cem, cluster, database, group } = fixture();
  await database.sql`insert into host_settings (registration) values ('invite')`;
  // The first test has signed Cem out.
  await cem.client.call(contract.login, { email: 'cem@example.org', password: 'Secret1!', isRemember: false });
  const { token } = (await ann.client.call(contract.createInvite, { kind: 'chat', chatId: group, maxUses: 1 })).body
    .invite;
  const signIn = (name: string) => {
    const email = `${name}@example.org`;
    google.addToken(`token of ${name}`, { aud: clientId, sub: `sub of ${name}`, email, email_verified: true, name });
    const client = createHttpClient(cluster.balancer.url);
    const given = { access_token: `token of ${name}`, invite: token };
    return client.call(contract.googleLogin, given).then((answer) => ({ ...answer, client }));
  };
  const { status, body, client } = await signIn('Eve');
  expect(status).toBe(200);
  expect(await signIn('Fay')).toMatchObject({ status: 403, body: { code: 'registration_closed' } });

  const eve = { client, id: body.user.id };
  const members = [aDevice(bob), aDevice(bob), aDevice(cem), aDevice(cem), aDevice(ann)];
  const eves = [aDevice(eve), aDevice(eve)];
  await areConnected([...members, ...eves]);
  expect((await client.call(contract.acceptInvite, { token })).body).toEqual({ chatId: group });
  const texts = (devices: readonly Device[]) => devices.map((device) => device.texts());
  await vi.waitFor(() => expect(texts(members)).toEqual(members.map(() => ['Eve joined by invitation'])), { timeout });
  await sendText(bob, group, 'Welcome');
  await vi.waitFor(() => expect(texts(eves).every((one) => one.at(-1) === 'Welcome')).toBe(true), { timeout });
  const all = ['Eve joined by invitation', 'Welcome'];
  await vi.waitFor(() => expect(texts(members)).toEqual(members.map(() => all)), { timeout });
  disconnectAll([...members, ...eves]);
});
