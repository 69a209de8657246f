import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { type Device, waitForOnline } from './cluster-device.ts';
import { sendText, useCluster } from './cluster-fixture.ts';
import { createGate } from './gate.ts';

const { fixture, nodesOf, aDevice } = useCluster();

describe('a cluster', () => {
  test('[CLU-1] whose nodes start together on an empty database migrates once', () => {
    const { cluster } = fixture();
    const lines = cluster.nodes.map(({ output }) => output.text.match(/"msg":"migrated"/g)?.length ?? 0);
    expect(lines.filter((count) => count > 0)).toHaveLength(1);
  });

  test('[CLU-2] serves the API and the sockets only from the nodes of each role', async () => {
    const [chat] = nodesOf('chat');
    const url = chat?.url ?? '';
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const path of ['/api/config', '/api/auth', '/']) expect((await fetch(url + path)).status).toBe(404);
    const [api] = nodesOf('api');
    expect((await fetch(`${api?.url}/socket.io/?EIO=4&transport=polling`)).status).toBe(404);
  });

  test('[CLU-7] connects users on different nodes, until one leaves the chat or logs out', async () => {
    const { ann, bob, cem, group } = fixture();
    // Assigned in turn: the first and the third are on one node, the second is on the other.
    const [anns, bobs, cems] = [aDevice(ann), aDevice(bob), aDevice(cem)];
    await waitForOnline(anns, bob, cem);
    await waitForOnline(bobs, ann, cem);
    const waitFor = (device: Device, text: string) =>
      vi.waitUntil(() => device.texts().includes(text), { timeout: 10_000, interval: 20 });
    await sendText(ann, group, 'hello');
    for (const device of [anns, bobs, cems]) await waitFor(device, 'hello');

    await cem.client.call(contract.leaveChat, { chatId: group });
    await cems.waitFor('outChat', group);
    await sendText(bob, group, 'between-us');
    for (const device of [anns, bobs]) await waitFor(device, 'between-us');
    expect(cems.texts()).not.toContain('between-us');
    await waitForOnline(bobs, ann);

    await cem.client.call(contract.logout, {});
    await vi.waitUntil(() => !cems.socket.connected, { timeout: 5000 });
    cems.socket.disconnect();
    await waitForOnline(anns, bob);
  });

  test('[CLU-8] lets them call each other and send each other files', async () => {
    const { ann, bob, direct } = fixture();
    const [anns, bobs] = [aDevice(ann), aDevice(bob)];
    await waitForOnline(anns, bob);
    await waitForOnline(bobs, ann);
    expect((await ann.client.call(contract.startVoiceCall, { chatId: direct })).status).toBe(200);
    await bobs.waitFor('voiceCallStart', direct);
    anns.socket.emit('joinVoiceRoom', direct, ann.id);
    await anns.waitFor('callingUsers');
    bobs.socket.emit('joinVoiceRoom', direct, bob.id);
    await vi.waitFor(() => expect([anns.count('callingUsers'), bobs.count('callingUsers')]).toEqual([2, 1]), 10_000);
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

  test('[CLU-200] delivers messages while a node is blocked by the call of another chat', async () => {
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
    await vi.waitFor(() => expect(bobs.texts()).toEqual(expect.arrayContaining(texts)), { timeout: 10_000 });
    expect(bobs.count('voiceCallEnd')).toBe(0);
    over.open();
    await holding;
    await bobs.waitFor('voiceCallEnd', direct);
    await ann.client.call(contract.sendFriendRequest, { friendId: bob.id });
    await bob.client.call(contract.sendFriendRequest, { friendId: ann.id });
    for (const { socket } of [anns, bobs]) socket.disconnect();
  });
});
