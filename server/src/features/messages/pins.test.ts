import * as contract from '@chat-app/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { addTo, changesOf, chatAmong, chats, edit, pageOf, remove, say } from '../../../test/chats.ts';

const app = useTestApp();
const { befriend, users } = chats(app);

let ann: Person, bob: Person, cat: Person, direct: contract.ChatId, group: contract.ChatId;
beforeAll(async () => {
  [ann, bob, cat] = await users('Ann', 'Bob', 'Cat');
  for (const friend of [bob, cat]) await befriend(ann, friend);
  direct = await chatAmong(ann, bob);
});
beforeEach(async () => void (group = await chatAmong(ann, bob, cat)));

const pin = (person: Person, { _id }: Pick<contract.Message, '_id'>, isPinned = true) =>
  person.call(contract.pinMessage, { messageId: _id, isPinned });
const pinnedOf = async (person: Person, chatId = group) =>
  (await person.call(contract.getPinnedMessages, { chatId })).body.data.map(({ content }) => content);

describe('[MSG-440] a pinned message', () => {
  test('is listed, newest pin first, and every member and device learns of it', async () => {
    const [one, two] = [await say(bob, group, 'one'), await say(cat, group, 'two')];
    const [anns, bobs] = [await connect(app, ann), await connect(app, bob)];
    await pin(ann, two);
    const { status, body } = await pin(ann, one);
    expect(status).toBe(200);
    expect(body.message).toMatchObject({ content: 'one', rev: (two.rev ?? 0) + 3, pinnedAt: expect.any(String) });
    expect(await pinnedOf(bob)).toEqual(['one', 'two']);
    const isPinned = ({ _id, pinnedAt }: contract.Message) => _id === one._id && pinnedAt !== undefined;
    const seenByAuthor = { ...body.message, sender: { ...body.message.sender, isMine: true } };
    expect(await bobs.waitFor('editMessage', isPinned)).toEqual([seenByAuthor]);
    expect(await anns.waitFor('editMessage', isPinned)).toEqual([body.message]);
    const [systemMessage] = await bobs.waitFor('newMessage', ({ seq }) => seq === two.seq + 2);
    expect(systemMessage).toMatchObject({ type: 'system', content: 'Ann pinned a message', sender: null });
    const { data, rev } = await changesOf(cat, group, two.rev);
    expect(rev).toBe((two.rev ?? 0) + 4);
    expect(data).toMatchObject([
      { message: { content: 'two', pinnedAt: expect.any(String) } },
      { message: { content: 'Ann pinned a message' } },
      { message: { content: 'one', pinnedAt: body.message.pinnedAt } },
      { message: { content: 'Ann pinned a message' } },
    ]);
    expect((await pageOf(cat, group)).data.find(({ _id }) => _id === one._id)?.pinnedAt).toBe(body.message.pinnedAt);
  });

  test('is unpinned without a system message, and neither is repeated', async () => {
    const message = await say(ann, group, 'hello');
    const revs = [];
    for (const isPinned of [true, true, false, false]) revs.push((await pin(ann, message, isPinned)).body.message.rev);
    expect(revs.map((rev = 0) => rev - (message.rev ?? 0))).toEqual([1, 1, 3, 3]);
    expect(await pinnedOf(ann)).toEqual([]);
    const { data } = await pageOf(bob, group);
    expect(data.filter(({ content }) => content === 'Ann pinned a message')).toHaveLength(1);
    expect(data.find(({ _id }) => _id === message._id)?.pinnedAt).toBeUndefined();
  });

  test('stays pinned when it is edited, and is unpinned when it is deleted, also by the previous release', async () => {
    const [message, other] = [await say(ann, group, 'hello'), await say(ann, group, 'other')];
    for (const one of [message, other]) await pin(ann, one);
    await edit(ann, message, 'edited');
    expect(await pinnedOf(bob)).toEqual(['other', 'edited']);
    await remove(ann, message);
    expect(await pinnedOf(bob)).toEqual(['other']);
    await app.database.sql`update messages set deleted_at = now(), content = '' where id = ${other._id}`;
    const [row] = await app.database.sql`select pinned_at from messages where id = ${other._id}`;
    expect(row).toEqual({ pinnedAt: null });
  });

  test('several at once are all pinned, each with its own rev', async () => {
    const messages = [];
    for (const content of ['a', 'b', 'c', 'd']) messages.push(await say(ann, group, content));
    const answers = await Promise.all([...messages, ...messages].map((message) => pin(ann, message)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await pinnedOf(bob)).toSorted()).toEqual(['a', 'b', 'c', 'd']);
    const { data } = await pageOf(bob, group);
    expect(data.filter(({ content }) => content === 'Ann pinned a message')).toHaveLength(4);
  });
});

describe('[MSG-441] who pins', () => {
  test('in a direct chat both members, in a group its owner and admins', async () => {
    for (const [by, of] of [
      [bob, ann],
      [ann, bob],
    ] as const) {
      const said = await say(of, direct, 'direct');
      expect([(await pin(by, said)).status, (await pin(by, said, false)).status]).toEqual([200, 200]);
    }
    const message = await say(bob, group, 'in the group');
    for (const wrong of [{}, { messageId: message._id }, { messageId: message._id, isPinned: 'yes' }]) {
      expect((await ann.send('PUT', contract.pinMessage.path, { body: wrong })).status).toBe(400);
    }
    const refused = { status: 403, body: { code: 'forbidden', message: contract.groupTexts.adminsPin } };
    expect(await pin(bob, message)).toMatchObject(refused);
    await pin(ann, message);
    expect((await pin(bob, message, false)).status).toBe(403);
    const setRole = (role: contract.GroupRole) =>
      ann.call(contract.setMemberRole, { chatId: group, memberId: bob.user.id, role });
    await setRole('admin');
    expect((await pin(bob, message, false)).status).toBe(200);
    expect((await pin(bob, message)).status).toBe(200);
    await setRole('member');
    expect((await pin(bob, message, false)).status).toBe(403);
    expect(await pinnedOf(cat)).toEqual(['in the group']);
  });

  test('members who joined later neither see older pinned messages nor receive events about them', async () => {
    const [dee] = await users('Dee');
    await befriend(ann, dee);
    const [before, pinnedLater] = [await say(ann, group, 'before Dee'), await say(ann, group, 'pinned later')];
    await pin(ann, before);
    await addTo(group, ann, dee);
    const dees = await connect(app, dee);
    await pin(ann, pinnedLater);
    const after = await say(ann, group, 'after Dee');
    await pin(ann, after);
    await dees.waitFor('editMessage', ({ _id }) => _id === after._id);
    expect(dees.all('editMessage').map(([{ content }]) => content)).toEqual(['after Dee']);
    expect(await pinnedOf(dee)).toEqual(['after Dee']);
    expect(await pinnedOf(bob)).toEqual(['after Dee', 'pinned later', 'before Dee']);
    const { data } = await changesOf(dee, group);
    expect(JSON.stringify(data)).not.toMatch(/before Dee|pinned later/);
  });

  test('at most fifty in a chat, not counting what one cannot see any more', async () => {
    const messages: contract.Message[] = [];
    for (let index = 0; index < 51; index += 1) messages.push(await say(ann, direct, `message ${index}`));
    const answers = [];
    for (const message of messages) answers.push(await pin(ann, message));
    expect(answers.map(({ status }) => status)).toEqual([...Array(50).fill(200), 409]);
    expect(answers[50]?.body).toMatchObject({ code: 'limit_reached', message: contract.answerTexts.pinLimit });
    expect(await pinnedOf(bob, direct)).toHaveLength(50);
    const [first, last] = [messages[0], messages[50]] as [contract.Message, contract.Message];
    await pin(ann, first, false);
    expect((await pin(ann, last)).status).toBe(200);
    expect((await pin(ann, first)).status).toBe(409);
    await ann.call(contract.deleteChat, { chatId: direct });
    expect((await pin(ann, await say(bob, direct, 'after it'))).status).toBe(200);
  });
});
