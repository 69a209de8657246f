import {
  type ChatId,
  type ChatListItem,
  deleteChat,
  getChat,
  getChats,
  muteChat,
  sendMessage,
} from '@chat-app/contract';
import { expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, anotherDevice, aVerifiedUser } = people(app);

async function isMuted(person: Person, chatId: ChatId) {
  const row = (await person.call(getChats, {})).body.data.find((chat: ChatListItem) => chat._id === chatId);
  const { isMuted: inDetail } = (await person.call(getChat, { chatId })).body.data;
  expect(row?.isMuted).toBe(inDetail);
  return inDetail;
}

test('[CHT-26] a muted chat is muted on all devices of one person, and for nobody else', async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  const [annsPhone, bobsPhone] = [await connect(app, ann), await connect(app, bob)];
  expect((await ann.call(muteChat, { chatId, isMuted: true })).status).toBe(200);
  expect(await annsPhone.waitFor('chatMuted')).toEqual([chatId, true]);
  expect(await isMuted(await anotherDevice(ann), chatId)).toBe(true);
  expect(await isMuted(bob, chatId)).toBe(false);

  await ann.call(muteChat, { chatId, isMuted: false });
  expect(await annsPhone.waitFor('chatMuted', (_, muted) => !muted)).toEqual([chatId, false]);
  expect(await isMuted(ann, chatId)).toBe(false);
  expect(bobsPhone.all('chatMuted')).toEqual([]);
});

test('[CHT-26] a chat that was muted, deleted and written to again is still muted', async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  await ann.call(muteChat, { chatId, isMuted: true });
  await ann.call(deleteChat, { chatId });
  await bob.call(sendMessage, { chatId, content: 'Hello', type: 'text' });
  expect(await isMuted(ann, chatId)).toBe(true);
});
