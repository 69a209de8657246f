import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { addTo, chats, leave, rowOf, say } from '../../../test/chats.ts';

const app = useTestApp();
const { aChat, aGroup, anotherDevice, aPair } = chats(app);

const atMs = Date.parse('2026-03-01T10:00:00.000Z');
const time = (seconds: number) => new Date(atMs + seconds * 1000).toISOString();
const save = (person: Person, chatId: contract.ChatId, content: string, at = time(0)) =>
  person.call(contract.saveDraft, { chatId, content, at });
const draftOf = async (person: Person, chatId: contract.ChatId) => (await rowOf(person, chatId))?.draft;
const rows = (chatId: contract.ChatId) => app.database.sql`select from chat_drafts where chat_id = ${chatId}`;

describe('[MSG-490] a draft', () => {
  test('is in the chat list of all devices of one person, and of nobody else', async () => {
    const { ann, bob, chatId } = await aPair();
    const [annsPhone, bobsPhone] = [await connect(app, await anotherDevice(ann)), await connect(app, bob)];
    expect(await draftOf(ann, chatId)).toBeNull();
    const draft = { content: ' Half a\nthought ', at: time(0) };
    expect(await save(ann, chatId, draft.content)).toMatchObject({ status: 200, body: { draft } });
    expect(await annsPhone.waitFor('chatDraft')).toEqual([chatId, draft.content, draft.at]);
    expect(await draftOf(await anotherDevice(ann), chatId)).toEqual(draft);
    expect(await draftOf(bob, chatId)).toBeNull();

    await save(ann, chatId, '', time(1));
    expect(await annsPhone.waitFor('chatDraft', (_, content) => content === '')).toEqual([chatId, '', time(1)]);
    expect(await draftOf(ann, chatId)).toBeNull();
    expect(bobsPhone.all('chatDraft')).toEqual([]);
  });

  test('of the latest time wins, in whatever order they arrive, also at once, and one from the future counts as now', async () => {
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

    const order = Array.from({ length: 30 }, (_, index) => (index * 7) % 30);
    await Promise.all(order.map((second) => save(ann, chatId, `draft ${second}`, time(second))));
    expect(await draftOf(ann, chatId)).toEqual({ content: 'draft 29', at: time(29) });
    const { draft } = (await save(ann, chatId, 'early', '9999-12-31T23:59:59.999Z')).body;
    expect(Math.abs(Date.parse(draft.at) - Date.now())).toBeLessThan(60_000);
    expect((await save(ann, chatId, 'ancient', '0000-01-01T00:00:00.000Z')).body.draft.content).toBe('early');
  });

  test('has up to 10,000 characters and a time, and is refused otherwise', async () => {
    const { ann, chatId } = await aPair();
    for (const wrong of [
      ...['x'.repeat(10_001), 5, undefined, 'a\0b', 'a\ud83d'].map((content) => ({ content })),
      ...[undefined, 'yesterday'].map((at) => ({ at })),
      { chatId: 'x' },
    ]) {
      const body = { chatId, content: 'x', at: time(0), ...wrong };
      const { status } = await ann.send('PUT', contract.saveDraft.path, { body });
      expect({ wrong, status }).toEqual({ wrong, status: 400 });
    }
    expect(await draftOf(ann, chatId)).toBeNull();
    expect((await save(ann, chatId, 'x'.repeat(10_000))).status).toBe(200);
    expect((await draftOf(ann, chatId))?.content).toHaveLength(10_000);
  });

  test('goes with a membership, a chat that one deletes, and an account', async () => {
    const { ann, bob, cat, chatId: group } = await aGroup();
    const direct = await aChat(cat, bob);
    await save(cat, group, 'of Cat');
    await leave(group, cat);
    expect(await rows(group)).toEqual([]);
    await addTo(group, ann, cat);
    expect(await draftOf(cat, group)).toBeNull();

    await save(cat, direct, 'of Cat');
    await cat.call(contract.deleteChat, { chatId: direct });
    await say(bob, direct);
    expect(await draftOf(cat, direct)).toBeNull();
    await save(bob, direct, 'of Bob');
    await app.database.sql`delete from users where id in (${bob.user.id}, ${cat.user.id})`;
    expect(await rows(direct)).toEqual([]);
  });
});
