import { type ChatId, deleteChat, muteChat } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { chats, detailOf, rowOf, say } from '../../../test/chats.ts';

const app = useTestApp();
const { anotherDevice, aPair } = chats(app);

async function isMuted(person: Person, chatId: ChatId) {
  const { isMuted: inDetail } = await detailOf(person, chatId);
  expect(await rowOf(person, chatId)).toMatchObject({ isMuted: inDetail });
  return inDetail;
}

test('[CHT-26] a chat is muted on all devices of one person, for nobody else, and after it was deleted', async () => {
  const { ann, bob, chatId } = await aPair();
  const [annsPhone, bobsPhone] = [await connect(app, ann), await connect(app, bob)];
  expect((await ann.call(muteChat, { chatId, isMuted: true })).status).toBe(200);
  expect(await annsPhone.waitFor('chatMuted')).toEqual([chatId, true]);
  expect([await isMuted(await anotherDevice(ann), chatId), await isMuted(bob, chatId)]).toEqual([true, false]);
  await ann.call(deleteChat, { chatId });
  await say(bob, chatId);
  expect(await isMuted(ann, chatId)).toBe(true);

  await ann.call(muteChat, { chatId, isMuted: false });
  expect(await annsPhone.waitFor('chatMuted', (_, muted) => !muted)).toEqual([chatId, false]);
  expect(await isMuted(ann, chatId)).toBe(false);
  await bobsPhone.settle();
  expect(bobsPhone.all('chatMuted')).toEqual([]);
});
