import * as contract from '@chat-app/contract';
import { expect, test, vi } from 'vitest';
import { connect } from '../../../test/device.ts';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aChat, aVerifiedUser } = people(app);

/** A call of two who have joined it. */
async function talking() {
  const [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
  const chatId = await aChat(ann, bob);
  const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
  await ann.call(contract.startVoiceCall, { chatId });
  for (const [device, person] of [
    [mine, ann],
    [theirs, bob],
  ] as const) {
    device.socket.emit('joinVoiceRoom', chatId, person.user.id);
    await device.waitFor('callingUsers', (ids) => ids.includes(person.user.id));
  }
  return { bob, chatId, mine, theirs };
}

test('[CALL-4] a flood of audio is rate limited, without affecting other events', async () => {
  const { chatId, mine, theirs } = await talking();
  const sound = `data:audio/webm;codecs=opus;base64,${Buffer.alloc(3000).toString('base64')}`;
  for (let count = 0; count < 200; count += 1) mine.socket.emit('audioStream', chatId, sound);
  await vi.waitFor(() => expect(mine.all('errorMessage').length).toBeGreaterThan(100));
  expect(theirs.all('audioStream').length).toBeLessThan(60);
  mine.socket.emit('leaveVoiceRoom', chatId);
  await theirs.waitFor('voiceCallEnd');
});

test('[CALL-409] toggling a camera is rate limited, and the others keep hearing each other', async () => {
  const { bob, chatId, mine, theirs } = await talking();
  for (let count = 0; count < 100; count += 1)
    mine.socket.emit('callMedia', chatId, { isCameraOn: count % 2 === 0, isScreenShared: false });
  await vi.waitFor(() => expect(mine.all('errorMessage').length).toBeGreaterThan(80));
  expect(mine.all('errorMessage')[0]?.[2]).toMatchObject({ code: 'rate_limited' });
  mine.socket.emit('voiceSignal', chatId, bob.user.id, { candidate: null });
  await theirs.waitFor('voiceSignal');
  expect(theirs.all('callMedia').length).toBeLessThan(20);
});

test('[CALL-400] calls of both kinds ring ten times a minute together', async () => {
  const [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
  const chatId = await aChat(ann, bob);
  const theirs = await connect(app, bob);
  for (let count = 0; count < 12; count += 1) {
    const start = count % 2 === 0 ? contract.startVoiceCall : contract.startVideoCall;
    const { status } = await ann.call(start, { chatId });
    expect(status).toBe(count < 10 ? 200 : 429);
    await ann.call(contract.endVoiceCall, { chatId });
  }
  expect(theirs.all('voiceCallStart')).toHaveLength(10);
});
