import * as contract from '@chat-app/contract';
import { beforeEach, expect, test } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

const rowOf = async (person: Person) => (await person.call(contract.getChats, {})).body.data[0];
const start = (person: Person) => person.call(contract.startVoiceCall, { chatId });
const say = (person: Person, content: string) => person.call(contract.sendMessage, { chatId, content, type: 'text' });

let ann: Person;
let bob: Person;
let cat: Person;
let chatId: contract.ChatId;
beforeEach(async () => {
  [ann, bob, cat] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser(), await aVerifiedUser()];
  chatId = await aChat(ann, bob, cat);
  for (const person of [bob, cat]) await person.call(contract.getMessages, { chatId });
});

async function join(device: Device, person: Person) {
  device.socket.emit('joinVoiceRoom', chatId, person.user.id);
  await device.waitFor('callingUsers', (ids) => ids.includes(person.user.id));
}

test('[CHT-201] a call is unread for those who did not take part, and its end for nobody', async () => {
  const [mine, theirs, laptop] = [await connect(app, ann), await connect(app, bob), await connect(app, bob)];
  await start(ann);
  await join(mine, ann);
  await theirs.waitFor('voiceCallStart');
  expect(await rowOf(bob)).toMatchObject({ read: false, unreadCount: 1 });
  await join(theirs, bob);
  // Not that Ann has read it.
  const [, seq] = await laptop.waitFor('chatRead', (_, __, userId) => userId === undefined || userId === bob.user.id);
  expect(await rowOf(bob)).toMatchObject({ read: true, unreadCount: 0, lastSeq: seq });
  for (const device of [theirs, mine]) device.socket.emit('leaveVoiceRoom', chatId);
  await mine.waitFor('voiceCallEnd');

  const ended = { lastMessage: expect.stringContaining('Voice call ended') };
  expect(await rowOf(ann)).toMatchObject({ ...ended, read: true, unreadCount: 0 });
  expect(await rowOf(bob)).toMatchObject({ ...ended, read: true, unreadCount: 0 });
  expect(await rowOf(cat)).toMatchObject({ ...ended, read: false, unreadCount: 1 });
  await cat.call(contract.getMessages, { chatId });
  expect(await rowOf(cat)).toMatchObject({ read: true, unreadCount: 0 });
});

test('[CHT-201] joining a call does not mark earlier messages as read', async () => {
  const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
  await say(cat, 'something else');
  await start(ann);
  await join(mine, ann);
  await join(theirs, bob);
  // For Cat only the start is unread: once it is read for her, the same was tried for Bob, who joined earlier.
  const [calls, laptop] = [await connect(app, cat), await connect(app, cat)];
  await join(calls, cat);
  await laptop.waitFor('chatRead');
  await say(bob, 'hello');
  expect(await rowOf(bob)).toMatchObject({ read: false, unreadCount: 2 });
});

test('[CHT-201] a missed call is one unread message for the person who missed it', async () => {
  await connect(app, bob);
  await start(ann);
  expect(await rowOf(bob)).toMatchObject({ read: false, unreadCount: 1 });
  await ann.call(contract.endVoiceCall, { chatId });
  expect(await rowOf(bob)).toMatchObject({ read: false, unreadCount: 1, lastMessage: 'Missed voice call' });
  await say(ann, 'sorry');
  expect(await rowOf(bob)).toMatchObject({ unreadCount: 2 });
  expect(await rowOf(ann)).toMatchObject({ read: true, unreadCount: 0 });
});
