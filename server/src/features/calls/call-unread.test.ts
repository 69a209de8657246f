import type { ChatId } from '@chat-app/contract';
import { beforeEach, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { chats, pageOf, rowOf as rowIn, say as sayIn } from '../../../test/chats.ts';
import { hangUp, join, startCall } from './calls.fixture.ts';

const app = useTestApp();
const { aGroup } = chats(app);

const rowOf = (person: Person) => rowIn(person, chatId);
const say = (person: Person, content: string) => sayIn(person, chatId, content);

let ann: Person, bob: Person, cat: Person, chatId: ChatId;
beforeEach(async () => {
  ({ ann, bob, cat, chatId } = await aGroup());
  for (const person of [bob, cat]) await pageOf(person, chatId);
});

test('[CHT-201] a call is unread for those who did not take part, and its end for nobody', async () => {
  const [mine, theirs, laptop] = [await connect(app, ann), await connect(app, bob), await connect(app, bob)];
  await startCall(ann, chatId);
  await join(mine, ann, chatId);
  await theirs.waitFor('voiceCallStart');
  expect(await rowOf(bob)).toMatchObject({ read: false, unreadCount: 1 });
  await join(theirs, bob, chatId);
  // Not that Ann has read it.
  const [, seq] = await laptop.waitFor('chatRead', (_, __, userId) => userId === undefined || userId === bob.user.id);
  expect(await rowOf(bob)).toMatchObject({ read: true, unreadCount: 0, lastSeq: seq });
  for (const device of [theirs, mine]) device.socket.emit('leaveVoiceRoom', chatId);
  await mine.waitFor('voiceCallEnd');

  const ended = { lastMessage: expect.stringContaining('Voice call ended') };
  expect(await rowOf(ann)).toMatchObject({ ...ended, read: true, unreadCount: 0 });
  expect(await rowOf(bob)).toMatchObject({ ...ended, read: true, unreadCount: 0 });
  expect(await rowOf(cat)).toMatchObject({ ...ended, read: false, unreadCount: 1 });
  await pageOf(cat, chatId);
  expect(await rowOf(cat)).toMatchObject({ read: true, unreadCount: 0 });
});

test('[CHT-201] joining a call does not mark earlier messages as read', async () => {
  const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
  await say(cat, 'something else');
  await startCall(ann, chatId);
  await join(mine, ann, chatId);
  await join(theirs, bob, chatId);
  // For Cat only the start is unread: once it is read for her, the same was tried for Bob, who joined earlier.
  const [calls, laptop] = [await connect(app, cat), await connect(app, cat)];
  await join(calls, cat, chatId);
  await laptop.waitFor('chatRead');
  await say(bob, 'hello');
  expect(await rowOf(bob)).toMatchObject({ read: false, unreadCount: 2 });
});

test('[CHT-201] a missed call is one unread message for the person who missed it', async () => {
  await connect(app, bob);
  await startCall(ann, chatId);
  expect(await rowOf(bob)).toMatchObject({ read: false, unreadCount: 1 });
  await hangUp(ann, chatId);
  expect(await rowOf(bob)).toMatchObject({ read: false, unreadCount: 1, lastMessage: 'Missed voice call' });
  await say(ann, 'sorry');
  expect(await rowOf(bob)).toMatchObject({ unreadCount: 2 });
  expect(await rowOf(ann)).toMatchObject({ read: true, unreadCount: 0 });
});
