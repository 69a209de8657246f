import * as contract from '@chat-app/contract';
import { expect, test, vi } from 'vitest';
import { connect } from '../../../test/device.ts';
import { people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aChat, aVerifiedUser } = people(app);

test('[CALL-4] a flood of audio is rate limited, without affecting other events', async () => {
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
  const sound = `data:audio/webm;codecs=opus;base64,${Buffer.alloc(3000).toString('base64')}`;
  for (let count = 0; count < 200; count += 1) mine.socket.emit('audioStream', chatId, sound);
  await vi.waitFor(() => expect(mine.all('errorMessage').length).toBeGreaterThan(100));
  expect(theirs.all('audioStream').length).toBeLessThan(60);
  mine.socket.emit('leaveVoiceRoom', chatId);
  await theirs.waitFor('voiceCallEnd');
});
