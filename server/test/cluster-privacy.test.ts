import * as contract from '@chat-app/contract';
import { expect, test, vi } from 'vitest';
import { waitForOnline } from './cluster-device.ts';
import { sendText, useCluster } from './cluster-fixture.ts';

const { fixture, aDevice } = useCluster();

const untilTrue = (check: () => Promise<boolean>) => vi.waitUntil(check, { interval: 300 });

test('[MSG-470] who is typing is shown on every node', async () => {
  const { ann, bob, cem, group } = fixture();
  const [anns, bobs, cems] = [aDevice(ann), aDevice(bob), aDevice(cem)];
  await waitForOnline(anns, bob, cem);
  await waitForOnline(bobs, ann, cem);
  // It may be dropped for a device that is just receiving something else.
  await untilTrue(async () => {
    await anns.socket.emitWithAck('typing', group, true);
    return [bobs, cems].every((device) => device.count('typing') > 0);
  });
  expect(bobs.received.find(({ name }) => name === 'typing')?.args).toEqual([group, ann.id, true]);
  expect(anns.count('typing')).toBe(0);
  for (const { socket } of [anns, bobs, cems]) socket.disconnect();
});

test('[MSG-474] a read position is sent to the other members on every node', async () => {
  const { ann, bob, cem, group } = fixture();
  const [anns, bobs, cems] = [aDevice(ann), aDevice(bob), aDevice(cem)];
  await waitForOnline(anns, bob, cem);
  await waitForOnline(bobs, ann, cem);
  const { seq } = (await sendText(ann, group, 'read-me')).body.message;
  await bobs.socket.emitWithAck('chatRead', group, seq);
  for (const device of [anns, cems]) await device.waitFor('chatRead', group, seq, bob.id);
  await cems.socket.emitWithAck('chatRead', group, seq);
  for (const device of [anns, bobs]) await device.waitFor('chatRead', group, seq, cem.id);
  const { data } = (await ann.client.call(contract.getReads, { chatId: group })).body;
  expect(data.map(({ userId }) => userId)).toEqual([bob.id, cem.id].toSorted());
  for (const { socket } of [anns, bobs, cems]) socket.disconnect();
});

test('[AUTH-301] a user who shares no presence is offline on every node at once', async () => {
  const { ann, bob, cem } = fixture();
  // Assigned in turn: the first and the third are on one node, the second is on the other.
  const [anns, bobs, cems] = [aDevice(ann), aDevice(bob), aDevice(cem)];
  await waitForOnline(anns, bob, cem);
  await waitForOnline(bobs, ann, cem);
  await ann.client.call(contract.updatePrivacy, { sharesPresence: false });
  await waitForOnline(anns);
  await waitForOnline(bobs, cem);
  await waitForOnline(cems, bob);
  await ann.client.call(contract.updatePrivacy, { sharesPresence: true });
  await waitForOnline(anns, bob, cem);
  await waitForOnline(bobs, ann, cem);
  await vi.waitFor(() => expect(cems.online()).toContain(ann.id));
  for (const { socket } of [anns, bobs, cems]) socket.disconnect();
});
