import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { addTo, chatAmong, chats, leave, rowOf } from '../../../test/chats.ts';
import { changesOf, edit, pageOf, remove, say, send } from '../../../test/chats.ts';

const app = useTestApp();
const { aChat, befriend, users } = chats(app);

let ann: Person, bob: Person, cat: Person, dan: Person, chatId: contract.ChatId;
beforeAll(async () => {
  [ann, bob, cat, dan] = await users('Ann', 'Bob', 'Cat', 'Dan');
  chatId = await aChat(ann, bob, cat);
});

const at = ({ user }: Person) => contract.mentionToken(user.id);
const mentionOf = ({ user: { id, name } }: Person) => ({ _id: id, name });
const everybody = { _id: 'all', name: 'all' };
const aGroup = async (...others: Person[]) => {
  const group = await chatAmong(ann, ...others);
  for (const other of others) await pageOf(other, group);
  return group;
};

describe('[MSG-450] a mention', () => {
  test('names its member in the answer, the event, the page and the changes, in the order of the text', async () => {
    const device = await connect(app, cat);
    const content = `${at(cat)} and ${at(bob).toUpperCase()}, ${at(cat)}?`;
    const message = await say(ann, chatId, content);
    const mentions = [mentionOf(cat), mentionOf(bob)];
    expect(message).toMatchObject({ content, mentions });
    const [heard] = await device.waitFor('newMessage', ({ _id }) => _id === message._id);
    expect(heard.mentions).toEqual(mentions);
    expect((await pageOf(bob, chatId)).data[0]?.mentions).toEqual(mentions);
    const { data } = await changesOf(bob, chatId, (message.rev ?? 0) - 1);
    expect(data).toEqual([{ message: expect.objectContaining({ mentions }) }]);
  });

  test('over the socket is the same, and of others is plain text, as is the name of a file', async () => {
    const { socket } = await connect(app, ann);
    const answer = await socket.emitWithAck('sendMessage', { chatId, type: 'text', content: `Hi ${at(bob)}` });
    expect(answer).toMatchObject({ ok: true, message: { mentions: [mentionOf(bob)] } });
    const unknown = '<@00000000-0000-4000-8000-000000000000>';
    for (const content of ['Hi', at(dan), unknown, '<@everyone> <@> <@all <@ all> <@../../etc> <@1>']) {
      const message = await say(ann, chatId, content);
      expect(message.content).toBe(content);
      expect(message).not.toHaveProperty('mentions');
      expect(await rowOf(bob, chatId)).toMatchObject({ lastMessage: content });
    }
    const { body } = await ann.upload(contract.sendFile, new Blob(['x']), `${at(bob)}.txt`, { chatId });
    expect(body.message).not.toHaveProperty('mentions');
  });

  test('of all reaches everybody in a group, and is plain text in a direct chat', async () => {
    expect((await say(ann, chatId, `<@all> and ${at(bob)}`)).mentions).toEqual([everybody, mentionOf(bob)]);
    expect((await pageOf(cat, chatId)).data[0]?.mentions).toEqual([everybody, mentionOf(bob)]);
    await befriend(ann, dan);
    const direct = await chatAmong(ann, dan);
    expect(await say(ann, direct, '<@all>')).not.toHaveProperty('mentions');
    expect((await say(ann, direct, `<@all> ${at(dan)}`)).mentions).toEqual([mentionOf(dan)]);
    expect(await rowOf(dan, direct)).toMatchObject({ lastMessage: '<@all> @Dan', hasMention: true });
  });

  test('is shown with the current name, also in the chat list and in a quote', async () => {
    const [eve] = await users('Eve');
    await befriend(ann, eve);
    const group = await aGroup(eve, bob);
    const original = await say(ann, group, `${at(eve)} ${at(dan)} ${'y'.repeat(300)}`);
    await eve.call(contract.updateProfile, { name: 'Evelyn' });
    expect((await pageOf(bob, group)).data[0]?.mentions).toEqual([{ _id: eve.user.id, name: 'Evelyn' }]);
    const shown = `@Evelyn ${at(dan)} ${'y'.repeat(300)}`;
    expect((await rowOf(bob, group))?.lastMessage).toMatch(new RegExp(`^@Evelyn ${at(dan)} y+$`));
    const reply = await say(bob, group, 'Yes', { replyTo: original._id });
    expect(reply.replyTo?.content).toBe(shown.slice(0, 200));
    expect((await pageOf(eve, group)).data[0]?.replyTo?.content).toBe(shown.slice(0, 200));
    await say(ann, group, `${'x'.repeat(185)} ${at(bob)} ${at(eve)}`);
    expect((await rowOf(eve, group))?.lastMessage).toBe(`${'x'.repeat(185)} `);
  });
});

describe('[MSG-451] an edit', () => {
  test('derives the mentions again, for devices, the page and the chat list', async () => {
    await pageOf(bob, chatId);
    const device = await connect(app, bob);
    const message = await say(ann, chatId, 'Hello');
    expect(await rowOf(bob, chatId)).not.toHaveProperty('hasMention');
    expect((await edit(ann, message, `Hello ${at(bob)}`)).body.message.mentions).toEqual([mentionOf(bob)]);
    const [edited] = await device.waitFor('editMessage', ({ _id }) => _id === message._id);
    expect(edited.mentions).toEqual([mentionOf(bob)]);
    expect(await rowOf(bob, chatId)).toMatchObject({ hasMention: true, lastMessage: 'Hello @Bob' });
    expect((await edit(ann, message, `Hello ${at(cat)}`)).body.message.mentions).toEqual([mentionOf(cat)]);
    expect(await rowOf(bob, chatId)).not.toHaveProperty('hasMention');
    expect((await edit(ann, message, 'Hello')).body.message).not.toHaveProperty('mentions');
  });

  test('keeps those as mentioned who left the chat since', async () => {
    const group = await aGroup(bob, cat);
    const message = await say(ann, group, `Hello ${at(bob)}`);
    await leave(group, bob);
    const { body } = await edit(ann, message, `Hello again ${at(bob)} ${at(dan)}`);
    expect(body.message.mentions).toEqual([mentionOf(bob)]);
  });
});

describe('[MSG-452] the chat list', () => {
  test('shows that one is mentioned until it is read, and where', async () => {
    const group = await aGroup(bob, cat);
    const first = await say(ann, group, at(bob));
    await say(ann, group, `${at(cat)}, not you`);
    const second = await say(ann, group, '<@all>');
    await say(bob, group, 'Bye');
    expect(await rowOf(bob, group)).toMatchObject({ hasMention: true, mentionSeqs: [first.seq, second.seq] });
    expect(await rowOf(ann, group)).not.toHaveProperty('hasMention');
    const device = await connect(app, bob);
    await device.socket.emitWithAck('chatRead', group, first.seq);
    expect(await rowOf(bob, group)).toMatchObject({ hasMention: true, mentionSeqs: [second.seq] });
    await pageOf(bob, group);
    expect(await rowOf(bob, group)).not.toHaveProperty('hasMention');
  });

  test('forgets one that is deleted or from before joining, and names no more than the newest of many', async () => {
    const group = await aGroup(bob, cat);
    const message = await say(ann, group, at(bob));
    await remove(ann, message);
    expect(await rowOf(bob, group)).not.toHaveProperty('hasMention');
    const seqs = [(await say(ann, group, '<@all>')).seq];
    await addTo(group, ann, dan);
    expect(await rowOf(dan, group)).not.toHaveProperty('hasMention');
    const { mentionSeqsMax } = contract.limits;
    while (seqs.length <= mentionSeqsMax) seqs.push((await say(ann, group, at(bob))).seq);
    expect((await rowOf(bob, group))?.mentionSeqs).toEqual(seqs.slice(-mentionSeqsMax));
  });
});

test('[MSG-453] at most fifty people are mentioned in a message', async () => {
  const group = await aGroup(bob, cat);
  const added = await app.database.sql<{ userId: contract.UserId }[]>`
      with added as (
        insert into users (id, email, name, password_hash)
        select gen_random_uuid(), number || '@mentions.example.org', 'Member ' || number, 'x'
        from generate_series(0, ${contract.limits.mentionsPerMessage}::int) as number
        returning id
      )
      insert into chat_members (chat_id, user_id, joined_seq, read_seq) select ${group}, id, 0, 0 from added
      returning user_id`;
  const tokens = added.map(({ userId }) => contract.mentionToken(userId));
  const tooMany = tokens.join(' ');
  const refused = { status: 400, body: { code: 'invalid_input', message: contract.answerTexts.tooManyMentions } };
  expect(await send(ann, group, tooMany)).toMatchObject(refused);
  const allowed = await say(ann, group, tokens.slice(1).join(' '));
  expect(allowed.mentions).toHaveLength(contract.limits.mentionsPerMessage);
  expect(await edit(ann, allowed, tooMany)).toMatchObject(refused);
  expect((await pageOf(bob, group)).data[0]?.content).toBe(allowed.content);
});
