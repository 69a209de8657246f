import * as contract from '@chat-app/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { answerDuring, untilAQueryWaits } from '../../../test/waiting-queries.ts';
import { chats, removeFrom, say } from '../../../test/chats.ts';
import { hangUp, join, startCall } from './calls.fixture.ts';

const app = useTestApp();
const { aChat, users } = chats(app);

let ann: Person, bob: Person, cem: Person;
beforeEach(async () => void ([ann, bob, cem] = await users('Ann', 'Bob', 'Cem')));

/** While this runs, nobody can end the call of the chat. */
const holdCall = (chatId: contract.ChatId, run: () => Promise<void>) =>
  app.database.transaction(async (tx) => {
    await tx`select from calls where chat_id = ${chatId} for update`;
    await run();
  });

describe('[CLU-200] while the call of a chat cannot be ended', () => {
  test('messages of other chats arrive, after a friendship ended', async () => {
    const [direct, group] = [await aChat(ann, bob), await aChat(cem, ann, bob)];
    const [anns, cems] = [await connect(app, ann), await connect(app, cem)];
    await connect(app, bob);
    await startCall(ann, direct);
    await holdCall(direct, async () => {
      await ann.call(contract.removeFriend, { friendId: bob.user.id });
      await untilAQueryWaits(app, 'delete from calls');
      await say(bob, group, 'meanwhile');
      await cems.waitFor('newMessage', ({ content }) => content === 'meanwhile');
      expect(anns.all('voiceCallEnd')).toEqual([]);
    });
    await anns.waitFor('voiceCallEnd', (chatId) => chatId === direct);
  });

  test('messages of the same chat arrive too, but not for a removed member', async () => {
    const group = await aChat(ann, bob, cem);
    const [anns, bobs, cems] = [await connect(app, ann), await connect(app, bob), await connect(app, cem)];
    await startCall(bob, group);
    await join(bobs, bob, group);
    await holdCall(group, async () => {
      await removeFrom(group, ann, bob);
      await untilAQueryWaits(app, 'delete from calls');
      await say(ann, group, 'meanwhile');
      await cems.waitFor('newMessage', ({ content }) => content === 'meanwhile');
    });
    await anns.waitFor('voiceCallEnd', (chatId) => chatId === group);
    expect(bobs.all('newMessage').filter(([{ content }]) => content === 'meanwhile')).toEqual([]);
  });
});

test('[CALL-220] a chat cannot change while hanging up decides whether its call ends', async () => {
  const chatId = await aChat(ann, bob);
  await connect(app, bob);
  await startCall(ann, chatId);
  const { sql } = app.database;
  let hangingUp: Promise<{ status: number }> | undefined;
  // While the members are locked, hanging up blocks right after it has locked the chat.
  const changing = app.database.transaction(async (tx) => {
    await tx`lock table chat_members in access exclusive mode`;
    hangingUp = hangUp(ann, chatId);
    await untilAQueryWaits(app, 'least(users.id,');
    await tx`select from chats where id = ${chatId} for update nowait`;
  });
  await expect(changing).rejects.toThrow('could not obtain lock');
  expect((await hangingUp)?.status).toBe(200);
  expect(await sql`select from calls where chat_id = ${chatId}`).toHaveLength(0);
});

test('[CALL-221] hanging up does not end a call that started after the decision', async () => {
  const chatId = await aChat(ann, bob);
  await connect(app, bob);
  await startCall(ann, chatId);
  const { status } = await answerDuring(
    app,
    (tx) => tx`update calls set started_at = clock_timestamp() where chat_id = ${chatId}`,
    () => hangUp(ann, chatId),
    'delete from calls',
  );
  expect(status).toBe(200);
  expect(await app.database.sql`select from calls where chat_id = ${chatId}`).toHaveLength(1);
});
