import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { untilAQueryWaits } from '../../../test/waiting-queries.ts';
import { changesOf, chats, pageOf, remove, say } from '../../../test/chats.ts';

const app = useTestApp();
const { aGroup } = chats(app);

let ann: Person, bob: Person, cat: Person, chatId: contract.ChatId;
beforeAll(async () => void ({ ann, bob, cat, chatId } = await aGroup()));

const react = (person: Person, messageId: contract.MessageId, emoji: string, isOn = true) =>
  person.call(contract.reactToMessage, { messageId, emoji, isOn });
const reactionsOf = async (person: Person, messageId: contract.MessageId) =>
  (await pageOf(person, chatId, { limit: 50 })).data.find(({ _id }) => _id === messageId)?.reactions;

describe('[MSG-420] a reaction', () => {
  test('is counted for everybody, in the order of first use, and known as one’s own', async () => {
    const { _id, rev = 0 } = await say(ann, chatId);
    const [anns, bobs] = [await connect(app, ann), await connect(app, bob)];
    await react(bob, _id, '🎉');
    await react(ann, _id, '👍');
    const { status, body } = await react(ann, _id, '🎉');
    const seenBy = (mine: boolean[]) => [
      { emoji: '🎉', count: 2, isMine: mine[0], userIds: [bob.user.id, ann.user.id] },
      { emoji: '👍', count: 1, isMine: mine[1], userIds: [ann.user.id] },
    ];
    expect({ status, reactions: body.reactions }).toEqual({ status: 200, reactions: seenBy([true, true]) });
    const isLast = (...args: Parameters<contract.ServerToClientEvents['messageReactions']>) => args[3] === rev + 3;
    expect(await anns.waitFor('messageReactions', isLast)).toEqual([chatId, _id, seenBy([true, true]), rev + 3]);
    expect(await bobs.waitFor('messageReactions', isLast)).toEqual([chatId, _id, seenBy([true, false]), rev + 3]);
    expect(await reactionsOf(bob, _id)).toEqual(seenBy([true, false]));
    expect(await reactionsOf(cat, _id)).toEqual(seenBy([false, false]));
    const { data } = await changesOf(cat, chatId, rev);
    expect(data).toEqual([{ message: expect.objectContaining({ rev: rev + 3, reactions: seenBy([false, false]) }) }]);
    expect(bobs.all('editMessage')).toEqual([]);
  });

  test('is idempotent, can be taken back, and goes with its message', async () => {
    const message = await say(ann, chatId);
    const { _id, rev = 0 } = message;
    await react(bob, _id, '👍');
    expect((await react(bob, _id, '👍')).body.reactions).toMatchObject([{ emoji: '👍', count: 1 }]);
    expect((await react(bob, _id, '👍', false)).body.reactions).toEqual([]);
    expect((await react(bob, _id, '👍', false)).body.reactions).toEqual([]);
    expect(await reactionsOf(ann, _id)).toBeUndefined();
    expect((await changesOf(ann, chatId, rev)).rev).toBe(rev + 2);
    await react(bob, _id, '👍');
    await remove(ann, message);
    expect(await app.database.sql`select from message_reactions where message_id = ${_id}`).toEqual([]);
  });

  test('is one emoji, of any kind, and nothing else', async () => {
    const { _id } = await say(ann, chatId);
    const wrong: unknown[] = [];
    for (const emoji of ['👍🏽', '👨‍👩‍👧‍👦', '🏳️‍🌈', '❤️', '🇩🇪', '#️⃣', '☺️']) {
      const [reaction] = (await react(bob, _id, emoji)).body.reactions ?? [];
      if (reaction?.emoji !== emoji || reaction.count !== 1) wrong.push(emoji);
      await react(bob, _id, emoji, false);
    }
    const texts = ['', 'a', '1', '👍👍', '👍 ', 'ok', '<b>', '\u200d', '👨‍👩‍👧‍👦'.repeat(20), '🏽🏽', 'e\u0301', 5, null];
    for (const text of texts) if ((await react(bob, _id, text as string)).status !== 400) wrong.push(text);
    expect(wrong).toEqual([]);
  });

  test('is limited to five of one person and twenty on a message', async () => {
    const emoji = Array.from({ length: 21 }, (_, index) => String.fromCodePoint(0x1f600 + index));
    const { _id } = await say(ann, chatId);
    for (const one of emoji.slice(0, 5)) expect((await react(bob, _id, one)).status).toBe(200);
    expect(await react(bob, _id, emoji[5] ?? '')).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
    await app.database.sql`
      insert into message_reactions (message_id, emoji, user_id)
      select ${_id}, emoji, ${ann.user.id} from unnest(${emoji.slice(0, 20)}::text[]) as emoji`;
    expect((await react(cat, _id, emoji[20] ?? '')).status).toBe(409);
    expect((await react(cat, _id, emoji[3] ?? '')).status).toBe(200);
  });

  test('of many at once is never lost, and takes few transactions', async () => {
    const { _id, rev = 0 } = await say(ann, chatId);
    const emoji = ['👍', '🎉', '❤️', '😂', '😮'];
    const persons = [ann, bob, cat];
    const answers = await Promise.all(persons.flatMap((person) => emoji.map((one) => react(person, _id, one))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const found = await reactionsOf(ann, _id);
    expect(found?.map(({ count }) => count)).toEqual([3, 3, 3, 3, 3]);
    const { rev: after } = await changesOf(ann, chatId, rev);
    expect(after - rev).toBeLessThanOrEqual(answers.length);
    await Promise.all(
      persons.flatMap((person) => emoji.flatMap((one) => [react(person, _id, one, false), react(person, _id, one)])),
    );
    expect((await reactionsOf(ann, _id))?.every(({ count }) => count <= 3)).toBe(true);
  });

  test('that waited too long for a locked chat is refused, and is not written later', async () => {
    const { _id, rev = 0 } = await say(ann, chatId);
    await app.database.transaction(async (tx) => {
      await tx`select from chats where id = ${chatId} for update`;
      // The second one waits for the first, and has no time left when that fails.
      const first = react(bob, _id, '👍');
      await untilAQueryWaits(app);
      const second = react(cat, _id, '🎉');
      expect([(await first).status, (await second).status]).toEqual([503, 503]);
    });
    // What comes next is written after whatever was still under way.
    expect((await react(ann, _id, '❤️')).body.reactions).toMatchObject([{ emoji: '❤️', count: 1 }]);
    expect(await reactionsOf(ann, _id)).toHaveLength(1);
    expect((await changesOf(ann, chatId, rev)).rev).toBe(rev + 1);
  });
});
