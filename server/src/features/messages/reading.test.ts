import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../../test/test-app.ts';
import { addTo, chats, pageOf, remove, say } from '../../../test/chats.ts';

const app = useTestApp();
const { aChat, aPair, befriend, users } = chats(app);

const timeOf = (day: number, hour = 12) => new Date(Date.UTC(2026, 0, day, hour)).toISOString();
const textsIn = ({ data }: { data: contract.Message[] }) => data.map(({ content }) => content);

/** A chat of Ann and Bob with one message a day, each at noon. */
async function aChatOverDays(days: number) {
  const { ann, bob, chatId } = await aPair();
  const messages: contract.Message[] = [];
  for (let day = 1; day <= days; day += 1) messages.push(await say(ann, chatId, `day ${day}`));
  await app.database.sql`
    update messages
    set created_at = ${timeOf(1)}::timestamptz + (seq - 1) * interval '1 day'
    where chat_id = ${chatId}`;
  return { ann, bob, chatId, of: (day: number) => messages[day - 1] as contract.Message };
}

describe('[MSG-480] a page', () => {
  test('says how far its reader had read before it', async () => {
    const { ann, bob, chatId } = await aChatOverDays(3);
    const readSeqs = [(await pageOf(bob, chatId)).readSeq, (await pageOf(bob, chatId)).readSeq];
    await say(ann, chatId, 'more');
    for (const place of [{ skip: 0 }, { before: 2 }]) readSeqs.push((await pageOf(bob, chatId, place)).readSeq);
    expect(readSeqs).toEqual([0, 3, 3, 3]);
  });

  test('can start at a time, whatever day it is, and does not mark the chat as read', async () => {
    const { bob, chatId } = await aChatOverDays(21);
    const firstSince = async (since: string) => textsIn(await pageOf(bob, chatId, { since, limit: 1 }))[0];
    for (const day of [1, 2, 7, 14, 20, 21]) {
      for (const hour of [0, 12]) expect(await firstSince(timeOf(day, hour))).toBe(`day ${day}`);
    }
    for (const early of ['0000', '0001']) expect(await firstSince(`${early}-01-01T00:00:00.000Z`)).toBe('day 1');
    for (const late of [timeOf(21, 13), '9999-12-31T23:59:59.999Z']) expect(await firstSince(late)).toBeUndefined();
    const page = await pageOf(bob, chatId, { since: timeOf(10, 0), limit: 3 });
    expect(page).toMatchObject({ haveMore: true, readSeq: 0 });
    expect(textsIn(page)).toEqual(['day 12', 'day 11', 'day 10']);
  });

  test('that starts at a time shows nothing that was deleted, or from before its reader joined', async () => {
    const { ann, bob, chatId, of } = await aChatOverDays(5);
    await remove(ann, of(3));
    expect(textsIn(await pageOf(bob, chatId, { since: timeOf(3, 0), limit: 1 }))).toEqual(['day 4']);
    const [cat] = await users('Cat');
    await befriend(ann, cat);
    await addTo(chatId, ann, cat);
    await say(ann, chatId, 'after');
    const seen = textsIn(await pageOf(cat, chatId, { since: timeOf(1) }));
    expect([seen[0], seen.filter((text) => text.startsWith('day'))]).toEqual(['after', []]);
    for (const since of ['', 'yesterday', '2026-01-01', '2026-13-01T00:00:00.000Z', '12'])
      expect((await bob.call(contract.getMessages, { chatId, since })).status).toBe(400);
  });

  test('[MSG-530] can have a message in its middle, and does not mark the chat as read', async () => {
    const { ann, bob, chatId, of } = await aChatOverDays(21);
    const around = async (day: number, limit: number) =>
      textsIn(await pageOf(bob, chatId, { around: of(day)._id, limit }));
    expect(await around(10, 1)).toEqual(['day 10']);
    expect(await around(10, 4)).toEqual(['day 12', 'day 11', 'day 10', 'day 9']);
    expect(await around(21, 3)).toEqual(['day 21', 'day 20', 'day 19']);
    expect(await around(1, 3)).toEqual(['day 2', 'day 1']);
    expect((await pageOf(bob, chatId, { skip: 0, limit: 1 })).readSeq).toBe(0);

    await remove(ann, of(5));
    const missing = { code: 'not_found', message: 'Message not found' };
    for (const reader of [ann, bob]) expect(await pageOf(reader, chatId, { around: of(5)._id })).toMatchObject(missing);
    const other = await aChat(bob, ...(await users('Cat')));
    expect(await pageOf(bob, other, { around: of(6)._id })).toMatchObject(missing);
  });
});
