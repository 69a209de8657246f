import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, anotherDevice, aVerifiedUser } = people(app);

const atMs = Date.parse('2026-03-01T10:00:00.000Z');
const time = (seconds: number) => new Date(atMs + seconds * 1000).toISOString();
const save = (person: Person, chatId: contract.ChatId, content: string, at = time(0)) =>
  person.call(contract.saveDraft, { chatId, content, at });
const draftOf = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getChats, {})).body.data.find(({ _id }) => _id === chatId)?.draft;
const rows = (chatId: contract.ChatId) => app.database.sql`select from chat_drafts where chat_id = ${chatId}`;

async function aPair() {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  return { ann, bob, chatId: await aChat(ann, bob) };
}

describe('[MSG-490] a draft', () => {
  test('is in the chat list of all devices of one person, and of nobody else', async () => {
    const { ann, bob, chatId } = await aPair();
    const [annsPhone, bobsPhone] = [await connect(app, await anotherDevice(ann)), await connect(app, bob)];
    expect(await draftOf(ann, chatId)).toBeNull();
    expect(await save(ann, chatId, ' Half a\nthought ')).toMatchObject({
      status: 200,
      body: { draft: { content: ' Half a\nthought ', at: time(0) } },
    });
    expect(await annsPhone.waitFor('chatDraft')).toEqual([chatId, ' Half a\nthought ', time(0)]);
    expect(await draftOf(await anotherDevice(ann), chatId)).toEqual({ content: ' Half a\nthought ', at: time(0) });
    expect(await draftOf(bob, chatId)).toBeNull();

    await save(ann, chatId, '', time(1));
    expect(await annsPhone.waitFor('chatDraft', (_, content) => content === '')).toEqual([chatId, '', time(1)]);
    expect(await draftOf(ann, chatId)).toBeNull();
    expect(bobsPhone.all('chatDraft')).toEqual([]);
  });

  test('of the latest time wins, in whatever order they arrive, and a late one restores nothing', async () => {
    const { ann, chatId } = await aPair();
    const phone = await connect(app, ann);
    await save(ann, chatId, 'sent', time(1));
    await save(ann, chatId, '', time(3));
    const late = await save(ann, chatId, 'sent already', time(2));
    expect(late).toMatchObject({ status: 200, body: { draft: { content: '', at: time(3) } } });
    expect((await save(ann, chatId, 'same time', time(3))).body.draft.content).toBe('');
    expect(await draftOf(ann, chatId)).toBeNull();
    await save(ann, chatId, 'next', time(4));
    await phone.waitFor('chatDraft', (_, content) => content === 'next');
    expect(phone.all('chatDraft').map(([, content]) => content)).toEqual(['sent', '', 'next']);
  });

  test('of many devices at once is the latest of all', async () => {
    const { ann, chatId } = await aPair();
    const order = Array.from({ length: 30 }, (_, index) => (index * 7) % 30);
    await Promise.all(order.map((second) => save(ann, chatId, `draft ${second}`, time(second))));
    expect(await draftOf(ann, chatId)).toEqual({ content: 'draft 29', at: time(29) });
  });

  test('from the future counts as now', async () => {
    const { ann, chatId } = await aPair();
    const { draft } = (await save(ann, chatId, 'early', '9999-12-31T23:59:59.999Z')).body;
    expect(Math.abs(Date.parse(draft.at) - Date.now())).toBeLessThan(60_000);
    expect((await save(ann, chatId, 'ancient', '0000-01-01T00:00:00.000Z')).body.draft.content).toBe('early');
  });

  test.each([
    ['too long', { content: 'x'.repeat(10_001) }, 400],
    ['no text', { content: 5 }, 400],
    ['without content', { content: undefined }, 400],
    ['with a null character', { content: 'a\0b' }, 400],
    ['with half a character', { content: 'a\ud83d' }, 400],
    ['without a time', { at: undefined }, 400],
    ['with a wrong time', { at: 'yesterday' }, 400],
    ['in no chat', { chatId: 'x' }, 400],
  ])('that is %s is refused', async (_, change, status) => {
    const { ann, chatId } = await aPair();
    const body = { chatId, content: 'x', at: time(0), ...change };
    expect((await ann.send('PUT', contract.saveDraft.path, { body })).status).toBe(status);
    expect(await draftOf(ann, chatId)).toBeNull();
  });

  test('may have 10,000 characters', async () => {
    const { ann, chatId } = await aPair();
    expect((await save(ann, chatId, 'x'.repeat(10_000))).status).toBe(200);
    expect((await draftOf(ann, chatId))?.content).toHaveLength(10_000);
  });

  test('of a former member goes', async () => {
    const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(ann, bob, cat);
    await save(cat, chatId, 'of Cat');
    await cat.call(contract.leaveChat, { chatId });
    expect(await rows(chatId)).toEqual([]);
    await ann.call(contract.addMembers, { chatId, members: [cat.user.id] });
    expect(await draftOf(cat, chatId)).toBeNull();
  });

  test('is deleted with a chat that one deletes, and with the account', async () => {
    const { ann, bob, chatId } = await aPair();
    await save(ann, chatId, 'of Ann');
    await ann.call(contract.deleteChat, { chatId });
    await bob.call(contract.sendMessage, { chatId, content: 'Hello', type: 'text' });
    expect(await draftOf(ann, chatId)).toBeNull();
    await save(bob, chatId, 'of Bob');
    await app.database.sql`delete from users where id in (${ann.user.id}, ${bob.user.id})`;
    expect(await rows(chatId)).toEqual([]);
  });
});
