import { expect, test, vi } from 'vitest';
import { connect } from '../../../test/device.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { chats } from '../../../test/chats.ts';
import { hangUp, join, sound, startCall, startVideo } from './calls.fixture.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aPair } = chats(app);

/** A call of two who have joined it. */
async function talking() {
  const { ann, bob, chatId } = await aPair();
  const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
  await startCall(ann, chatId);
  await join(mine, ann, chatId);
  await join(theirs, bob, chatId);
  return { bob, chatId, mine, theirs };
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
  const { ann, bob, chatId } = await aPair();
  const theirs = await connect(app, bob);
  for (let count = 0; count < 12; count += 1) {
    const { status } = await (count % 2 === 0 ? startCall : startVideo)(ann, chatId);
    expect(status).toBe(count < 10 ? 200 : 429);
    await hangUp(ann, chatId);
  }
  await theirs.settle();
  expect(theirs.all('voiceCallStart')).toHaveLength(10);
});
