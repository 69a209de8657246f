import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, aVerifiedUser, befriend } = people(app);

const page = (person: Person, input: contract.InputOf<typeof contract.getMessages>) =>
  person.call(contract.getMessages, input);
const timeOf = (day: number, hour = 12) => new Date(Date.UTC(2026, 0, day, hour)).toISOString();

/** A chat of Ann and Bob with one message a day, each at noon. */
async function aChatOverDays(days: number) {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  for (let day = 1; day <= days; day += 1)
    await ann.call(contract.sendMessage, { chatId, content: `day ${day}`, type: 'text' });
  const { sql } = app.database;
  await sql`
    update messages
    set created_at = ${timeOf(1)}::timestamptz + (seq - 1) * interval '1 day'
    where chat_id = ${chatId}`;
  return { ann, bob, chatId };
}

function idOf(messages: readonly contract.Message[], content: string): contract.MessageId {
  const message = messages.find((each) => each.content === content);
  if (!message) throw new Error(`there is no ${content}`);
  return message._id;
}

describe('[MSG-480] a page', () => {
  test('says how far its reader had read before it', async () => {
    const { ann, bob, chatId } = await aChatOverDays(3);
    expect((await page(bob, { chatId })).body.readSeq).toBe(0);
    expect((await page(bob, { chatId })).body.readSeq).toBe(3);
    await ann.call(contract.sendMessage, { chatId, content: 'more', type: 'text' });
    expect((await page(bob, { chatId, skip: 0 })).body.readSeq).toBe(3);
    expect((await page(bob, { chatId, before: 2 })).body.readSeq).toBe(3);
  });

  test('can start at a time, whatever day it is, and does not mark the chat as read', async () => {
    const { bob, chatId } = await aChatOverDays(21);
    const firstSince = async (since: string) => (await page(bob, { chatId, since, limit: 1 })).body.data[0]?.content;
    for (const day of [1, 2, 7, 14, 20, 21]) {
      expect(await firstSince(timeOf(day, 0))).toBe(`day ${day}`);
      expect(await firstSince(timeOf(day))).toBe(`day ${day}`);
    }
    expect(await firstSince(timeOf(21, 13))).toBeUndefined();
    for (const since of ['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'])
      expect(await firstSince(since)).toBe('day 1');
    expect(await firstSince('9999-12-31T23:59:59.999Z')).toBeUndefined();
    const { body } = await page(bob, { chatId, since: timeOf(10, 0), limit: 3 });
    expect(body).toMatchObject({ haveMore: true, readSeq: 0 });
    expect(body.data.map(({ content }) => content)).toEqual(['day 12', 'day 11', 'day 10']);
  });

  test('that starts at a time shows nothing that was deleted, or from before its reader joined', async () => {
    const { ann, bob, chatId } = await aChatOverDays(5);
    const { data } = (await page(ann, { chatId, skip: 0 })).body;
    await ann.call(contract.deleteMessage, { messageId: idOf(data, 'day 3') });
    expect((await page(bob, { chatId, since: timeOf(3, 0), limit: 1 })).body.data[0]?.content).toBe('day 4');
    const cat = await aVerifiedUser();
    await befriend(ann, cat);
    await ann.call(contract.addMembers, { chatId, members: [cat.user.id] });
    await ann.call(contract.sendMessage, { chatId, content: 'after', type: 'text' });
    const seen = (await page(cat, { chatId, since: timeOf(1) })).body.data.map(({ content }) => content);
    expect(seen.filter((content) => content.startsWith('day'))).toEqual([]);
    expect(seen[0]).toBe('after');
    for (const since of ['', 'yesterday', '2026-01-01', '2026-13-01T00:00:00.000Z', '12'])
      expect(await page(bob, { chatId, since })).toMatchObject({ status: 400 });
  });

  test('[MSG-530] can have a message in its middle, and does not mark the chat as read', async () => {
    const { ann, bob, chatId } = await aChatOverDays(21);
    const { data } = (await page(ann, { chatId, skip: 0, limit: 50 })).body;
    const contentsAround = async (content: string, limit: number) => {
      const { body } = await page(bob, { chatId, around: idOf(data, content), limit });
      return body.data.map((each) => each.content);
    };
    expect(await contentsAround('day 10', 1)).toEqual(['day 10']);
    expect(await contentsAround('day 10', 4)).toEqual(['day 12', 'day 11', 'day 10', 'day 9']);
    expect(await contentsAround('day 21', 3)).toEqual(['day 21', 'day 20', 'day 19']);
    expect(await contentsAround('day 1', 3)).toEqual(['day 2', 'day 1']);
    expect((await page(bob, { chatId, skip: 0, limit: 1 })).body.readSeq).toBe(0);

    await ann.call(contract.deleteMessage, { messageId: idOf(data, 'day 5') });
    for (const reader of [ann, bob])
      expect((await page(reader, { chatId, around: idOf(data, 'day 5') })).body).toMatchObject({
        code: 'not_found',
        message: 'Message not found',
      });
    const otherChat = await aChat(bob, await aVerifiedUser());
    expect((await page(bob, { chatId: otherChat, around: idOf(data, 'day 6') })).status).toBe(404);
  });
});
