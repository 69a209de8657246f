import * as contract from '@chat-app/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { startGoogleStandIn } from '../../e2e/stand-ins/google.ts';
import { type Device, waitForOnline } from './cluster-device.ts';
import { sendText, useCluster } from './cluster-fixture.ts';
import { createGate } from './gate.ts';
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

test('[CLU-1] a cluster whose nodes start together on an empty database migrates once', () => {
  const { cluster } = fixture();
  const lines = cluster.nodes.map(({ output }) => output.text.match(/"msg":"migrated"/g)?.length ?? 0);
  expect(lines.filter((count) => count > 0)).toHaveLength(1);
});

test('[CLU-2] a cluster serves the API and the sockets only from the nodes of each role', async () => {
  const [chat] = nodesOf('chat');
  const url = chat?.url ?? '';
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  for (const path of ['/api/config', '/api/auth', '/']) expect((await fetch(url + path)).status).toBe(404);
  const [api] = nodesOf('api');
  expect((await fetch(`${api?.url}/socket.io/?EIO=4&transport=polling`)).status).toBe(404);
});

test('[ADM-16] what the command line does shows on pages of every node, once on each', async () => {
  const { ann, cem, dan, cluster, database } = fixture();
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
  const admin = (command: string, email: string) => runAdmin([command, email], cluster.postgres.environment);
  // Otherwise Dan, the last to sign up, would be the last administrator.
  await database.sql`update users set is_administrator = (id = ${ann.id})`;

  expect(await admin('suspend', 'dan@example.org')).toMatchObject({ code: 0, error: '' });
  await vi.waitFor(() => expect(updates()).toEqual([1, 1, 1]), { timeout });
  // Every node has read this, and what was before it.
  expect(await admin('sign-out', 'cem@example.org')).toMatchObject({ code: 0, error: '' });
  await vi.waitFor(() => expect(cems.every(({ socket }) => !socket.connected)).toBe(true), { timeout });
  expect(updates()).toEqual([1, 1, 1]);
  disconnectAll([...devices, ...cems]);
});

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
  // The command line has signed Cem out.
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

test('[CLU-7] [AUTH-301] [MSG-470] [MSG-474] a cluster connects users on different nodes, until one leaves the chat or logs out', async () => {
  const { ann, bob, cem, group } = fixture();
  // Assigned in turn: the first and the third are on one node, the second is on the other.
  const [anns, bobs, cems] = [aDevice(ann), aDevice(bob), aDevice(cem)];
  await waitForOnline(anns, bob, cem);
  await waitForOnline(bobs, ann, cem);
  // It may be dropped for a device that is just receiving something else.
  await vi.waitUntil(async () => {
    await anns.socket.emitWithAck('typing', group, true);
    return [bobs, cems].every((device) => device.count('typing') > 0);
  });
  expect([anns.count('typing'), bobs.received.find(({ name }) => name === 'typing')?.args]).toEqual([
    0,
    [group, ann.id, true],
  ]);
  const waitFor = (device: Device, text: string) => vi.waitUntil(() => device.texts().includes(text), { interval: 20 });
  const { seq } = (await sendText(ann, group, 'hello')).body.message;
  for (const device of [anns, bobs, cems]) await waitFor(device, 'hello');
  await bobs.socket.emitWithAck('chatRead', group, seq);
  for (const device of [anns, cems]) await device.waitFor('chatRead', group, seq, bob.id);

  await ann.client.call(contract.updatePrivacy, { sharesPresence: false });
  await waitForOnline(anns);
  await waitForOnline(bobs, cem);
  await waitForOnline(cems, bob);
  await ann.client.call(contract.updatePrivacy, { sharesPresence: true });
  await waitForOnline(anns, bob, cem);
  await waitForOnline(bobs, ann, cem);

  await cem.client.call(contract.leaveChat, { chatId: group });
  await cems.waitFor('outChat', group);
  await sendText(bob, group, 'between-us');
  for (const device of [anns, bobs]) await waitFor(device, 'between-us');
  expect(cems.texts()).not.toContain('between-us');
  await waitForOnline(bobs, ann);

  await cem.client.call(contract.logout, {});
  await vi.waitUntil(() => !cems.socket.connected);
  cems.socket.disconnect();
  await waitForOnline(anns, bob);
});

test('[CLU-8] people on different nodes call each other and send each other files', async () => {
  const { ann, bob, direct } = fixture();
  const [anns, bobs] = [aDevice(ann), aDevice(bob)];
  await waitForOnline(anns, bob);
  await waitForOnline(bobs, ann);
  expect((await ann.client.call(contract.startVoiceCall, { chatId: direct })).status).toBe(200);
  await bobs.waitFor('voiceCallStart', direct);
  anns.socket.emit('joinVoiceRoom', direct, ann.id);
  await anns.waitFor('callingUsers');
  bobs.socket.emit('joinVoiceRoom', direct, bob.id);
  await vi.waitFor(() => expect([anns.count('callingUsers'), bobs.count('callingUsers')]).toEqual([2, 1]));
  expect((await bob.client.call(contract.endVoiceCall, { chatId: direct })).status).toBe(200);
  await anns.waitFor('voiceCallEnd', direct);

  anns.socket.emit('sendFileRequest', { name: 'a.txt', size: 5 }, bob.id);
  await bobs.waitFor('fileTransferRequest');
  bobs.socket.emit('fileReceiveAccept', ann.id);
  await anns.waitFor('fileTransferAccept', bob.id);
  anns.socket.emit('fileTransferCancel', bob.id);
  await bobs.waitFor('fileTransferCancel', ann.id);
  for (const { socket } of [anns, bobs]) socket.disconnect();
});

test('[CLU-200] a cluster delivers messages while a node is blocked by the call of another chat', async () => {
  const { ann, bob, database, direct, group } = fixture();
  const [anns, bobs] = [aDevice(ann), aDevice(bob)];
  await waitForOnline(anns, bob);
  await ann.client.call(contract.startVoiceCall, { chatId: direct });
  const [taken, over] = [createGate(), createGate()];
  const holding = database.transaction(async (tx) => {
    await tx`select from calls where chat_id = ${direct} for update`;
    taken.open();
    await over.opened;
  });
  await taken.opened;
  // One of the two API nodes now waits to end their call.
  await ann.client.call(contract.removeFriend, { friendId: bob.id });
  const texts = ['one', 'two', 'three', 'four'].map((number) => `meanwhile-${number}`);
  for (const text of texts) await sendText(ann, group, text);
  await vi.waitFor(() => expect(bobs.texts()).toEqual(expect.arrayContaining(texts)));
  expect(bobs.count('voiceCallEnd')).toBe(0);
  over.open();
  await holding;
  await bobs.waitFor('voiceCallEnd', direct);
  await ann.client.call(contract.sendFriendRequest, { friendId: bob.id });
  await bob.client.call(contract.sendFriendRequest, { friendId: ann.id });
  for (const { socket } of [anns, bobs]) socket.disconnect();
});
