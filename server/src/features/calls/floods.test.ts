import { expect, test, vi } from 'vitest';
import { connect } from '../../../test/device.ts';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { hangUp, join, sound, startCall, startVideo } from './calls.fixture.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aChat, aVerifiedUser } = people(app);

async function aPair() {
  const [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
  const chatId = await aChat(ann, bob);
  return { ann, bob, chatId, mine: await connect(app, ann), theirs: await connect(app, bob) };
}

/** A call of two who have joined it. */
async function talking() {
  const pair = await aPair();
  const { ann, bob, chatId, mine, theirs } = pair;
  await startCall(ann, chatId);
  await join(mine, ann, chatId);
  await join(theirs, bob, chatId);
  return pair;
}

test('[CALL-4] a flood of audio is rate limited, without affecting other events', async () => {
  const { chatId, mine, theirs } = await talking();
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
  const { ann, chatId, theirs } = await aPair();
  for (let count = 0; count < 12; count += 1) {
    const { status } = await (count % 2 === 0 ? startCall : startVideo)(ann, chatId);
    expect(status).toBe(count < 10 ? 200 : 429);
    await hangUp(ann, chatId);
  }
  await theirs.settle();
  expect(theirs.all('voiceCallStart')).toHaveLength(10);
});
