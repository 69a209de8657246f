import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { createRandom } from '../../../test/random.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { answerDuring } from '../../../test/waiting-queries.ts';
import { chats, leave, pageOf, remove, rowOf, say } from '../../../test/chats.ts';

/** `npm run test:all` runs the full number. */
const steps = process.env['TESTS'] === 'all' ? 10_000 : 40;
const app = useTestApp();
const { aGroup, aPair, users } = chats(app);

const isRead = async (person: Person, chatId: contract.ChatId) => (await rowOf(person, chatId))?.read;
const countOf = async (person: Person, chatId: contract.ChatId) => (await rowOf(person, chatId))?.unreadCount;
const rename = (person: Person, chatId: contract.ChatId, name: string) =>
  person.call(contract.editChat, { chatId, name });

describe('[CHT-25] a chat is unread', () => {
  test('until one device has read it, which all learn; older marks and those of outsiders change nothing', async () => {
    const { ann, bob, chatId } = await aGroup();
    const [phone, laptop] = [await connect(app, bob), await connect(app, bob)];
    const strangers = await connect(app, ...(await users('Eve')));
    const mark = ({ socket }: typeof phone, seq: number) => socket.emitWithAck('chatRead', chatId, seq);
    expect(await mark(strangers, 1)).toMatchObject({ ok: false, code: 'not_found' });
    expect(await isRead(bob, chatId)).toBe(false);
    // Beyond the end, it counts as the end.
    expect(await mark(phone, 1_000_000)).toEqual({ ok: true });
    expect(await laptop.waitFor('chatRead')).toEqual([chatId, 1]);
    expect(await isRead(bob, chatId)).toBe(true);
    expect(await mark(phone, 0)).toEqual({ ok: true });
    expect(await isRead(bob, chatId)).toBe(true);
    await rename(ann, chatId, 'Name');
    expect(await isRead(bob, chatId)).toBe(false);
  });

  test('for all but the author, until its newest page is fetched; fetching it again writes nothing and notifies no device', async () => {
    const { ann, bob, chatId } = await aGroup();
    expect([await isRead(ann, chatId), await isRead(bob, chatId)]).toEqual([true, false]);
    for (const place of [{ before: 100 }, { after: 0 }, { skip: 0 }]) await pageOf(bob, chatId, place);
    expect(await isRead(bob, chatId)).toBe(false);
    // Any update or row lock changes one of these.
    const versionOf = () => app.database.sql`
      select ctid::text, xmin::text, xmax::text
      from chat_members
      where chat_id = ${chatId} and user_id = ${bob.user.id}`;
    const phone = await connect(app, bob);
    const unread = await versionOf();
    await pageOf(bob, chatId);
    await phone.waitFor('chatRead', (_, seq) => seq === 1);
    const read = await versionOf();
    expect(read).not.toEqual(unread);
    expect(await isRead(bob, chatId)).toBe(true);
    for (let time = 0; time < 3; time += 1) await pageOf(bob, chatId);
    expect(await versionOf()).toEqual(read);
    await rename(ann, chatId, 'Name');
    await pageOf(bob, chatId);
    await phone.waitFor('chatRead', (_, seq) => seq === 2);
    expect(phone.all('chatRead').map(([, seq]) => seq)).toEqual([1, 2]);
  });

  test('and a member removed while its newest page is fetched still gets that page', async () => {
    const { bob, chatId } = await aGroup();
    // The page is read from before the removal; moving the read position waits for the removal.
    const page = await answerDuring(
      app,
      (tx) => tx`delete from chat_members where chat_id = ${chatId} and user_id = ${bob.user.id}`,
      () => bob.call(contract.getMessages, { chatId }),
      'update chat_members',
    );
    expect(page).toMatchObject({ status: 200, body: { haveMore: false } });
  });
});

test('[CHT-200] unread messages are those of others above the read position that were not deleted, up to 100', async () => {
  const { ann, bob, chatId } = await aPair();
  await say(ann, chatId, 'one');
  const second = await say(ann, chatId, 'two');
  await say(bob, chatId, 'mine');
  await say(ann, chatId, 'three');
  expect([await countOf(bob, chatId), await countOf(ann, chatId)]).toEqual([3, 1]);
  await remove(ann, second);
  expect(await countOf(bob, chatId)).toBe(2);
  await (await connect(app, bob)).socket.emitWithAck('chatRead', chatId, 1);
  expect(await rowOf(bob, chatId)).toMatchObject({ read: false, unreadCount: 1 });
  await pageOf(bob, chatId);
  expect(await rowOf(bob, chatId)).toMatchObject({ read: true, unreadCount: 0 });

  await Promise.all(Array.from({ length: 99 }, () => say(ann, chatId)));
  expect(await countOf(bob, chatId)).toBe(99);
  for (let more = 0; more < 2; more += 1) await say(ann, chatId);
  expect(await countOf(bob, chatId)).toBe(100);
});

test('[CHT-201] a member who leaves makes a group unread for nobody', async () => {
  const { ann, bob, cat, chatId } = await aGroup();
  await pageOf(bob, chatId);
  await leave(chatId, cat);
  expect(await rowOf(ann, chatId)).toMatchObject({ read: true, unreadCount: 0, lastMessage: 'Cat left' });
  expect(await rowOf(bob, chatId)).toMatchObject({ read: true, unreadCount: 0 });
  await say(ann, chatId, 'hello');
  expect(await rowOf(bob, chatId)).toMatchObject({ read: false, unreadCount: 1 });
});

test('[CHT-25] [CHT-200] after random operations the flag and the number always match the messages', async () => {
  const { ann, bob, cat, chatId } = await aGroup();
  const all = [ann, bob, cat];
  const phones = new Map(await Promise.all(all.map(async (person) => [person, await connect(app, person)] as const)));
  const random = createRandom(42);

  let lastSeq = 1;
  const read = new Map(all.map((person) => [person, 0]));
  const authors: Person[] = [ann];
  for (let step = 0; step < steps; step += 1) {
    const person = random.pick(all);
    if (random.isOneIn(2)) {
      await rename(person, chatId, `Name ${step}`);
      authors.push(person);
      lastSeq += 1;
    } else {
      const seq = random.below(lastSeq + 1);
      const before = read.get(person) ?? 0;
      if (seq > before) {
        phones.get(person)?.socket.emit('chatRead', chatId, seq);
        // With a third argument it is how far another member has read.
        await phones.get(person)?.waitFor('chatRead', (_, readSeq, reader) => readSeq === seq && reader === undefined);
        read.set(person, seq);
      }
    }
    for (const reader of all) {
      const isUnread = (author: Person, index: number) => author !== reader && index + 1 > (read.get(reader) ?? 0);
      const unreadCount = Math.min(authors.filter(isUnread).length, contract.limits.unreadCountMax);
      expect(await rowOf(reader, chatId)).toMatchObject({ read: unreadCount === 0, unreadCount });
    }
  }
}, 600_000);
