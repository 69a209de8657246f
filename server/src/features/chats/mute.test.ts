import { type ChatId, deleteChat, getChat, getChats, muteChat, sendMessage } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, anotherDevice, aVerifiedUser } = people(app);

async function isMuted(person: Person, chatId: ChatId) {
  const row = (await person.call(getChats, {})).body.data.find((chat) => chat._id === chatId);
  const { isMuted: inDetail } = (await person.call(getChat, { chatId })).body.data;
  expect(row?.isMuted).toBe(inDetail);
  return inDetail;
}

test('[CHT-26] a chat is muted on all devices of one person, for nobody else, and after it was deleted', async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  const [annsPhone, bobsPhone] = [await connect(app, ann), await connect(app, bob)];
  expect((await ann.call(muteChat, { chatId, isMuted: true })).status).toBe(200);
  expect(await annsPhone.waitFor('chatMuted')).toEqual([chatId, true]);
  expect([await isMuted(await anotherDevice(ann), chatId), await isMuted(bob, chatId)]).toEqual([true, false]);
  await ann.call(deleteChat, { chatId });
  await bob.call(sendMessage, { chatId, content: 'Hello', type: 'text' });
  expect(await isMuted(ann, chatId)).toBe(true);

  await ann.call(muteChat, { chatId, isMuted: false });
  expect(await annsPhone.waitFor('chatMuted', (_, muted) => !muted)).toEqual([chatId, false]);
  expect(await isMuted(ann, chatId)).toBe(false);
  await bobsPhone.settle();
  expect(bobsPhone.all('chatMuted')).toEqual([]);
});
