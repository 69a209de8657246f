import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, aVerifiedUser, befriend } = people(app);

let ann: Person;
let bob: Person;
let chatId: contract.ChatId;
beforeAll(async () => {
  ann = await aVerifiedUser({ name: 'Ann' });
  bob = await aVerifiedUser({ name: 'Bob' });
  chatId = await aChat(ann, bob);
});

type Extras = Pick<contract.InputOf<typeof contract.sendMessage>, 'replyTo' | 'clientId'>;
const send = (person: Person, content: string, extras: Extras = {}, to = chatId) =>
  person.call(contract.sendMessage, { chatId: to, content, type: 'text', ...extras });
const say = async (...args: Parameters<typeof send>) => (await send(...args)).body.message;
const newest = async (person: Person) => (await person.call(contract.getMessages, { chatId })).body.data[0];

/** A group of Ann, Bob and one more, to which Dee can be added. */
async function aGroup() {
  const [cat, dee] = [await aVerifiedUser(), await aVerifiedUser()];
  for (const friend of [cat, dee]) await befriend(ann, friend);
  const group = (await ann.call(contract.createChat, { members: [bob.user.id, cat.user.id] })).body.chatId;
  const addDee = async () => {
    await ann.call(contract.addMembers, { chatId: group, members: [dee.user.id] });
    return dee;
  };
  return { group, addDee };
}

describe('[MSG-410] a reply', () => {
  test('carries the beginning of its original, in the answer, the event, the page and the changes', async () => {
    const original = await say(ann, `Where? ${'x'.repeat(300)}`);
    const theirs = await connect(app, ann);
    const reply = await say(bob, 'At the ferry', { replyTo: original._id });
    const quote = {
      _id: original._id,
      seq: original.seq,
      sender: { _id: ann.user.id, name: 'Ann' },
      type: 'text',
      content: original.content.slice(0, 200),
      isDeleted: false,
    };
    expect(reply.replyTo).toEqual(quote);
    const [heard] = await theirs.waitFor('newMessage', ({ _id }) => _id === reply._id);
    expect(heard.replyTo).toEqual(quote);
    expect((await newest(ann))?.replyTo).toEqual(quote);
    const { data } = (await ann.call(contract.getChanges, { chatId, after: (reply.rev ?? 0) - 1 })).body;
    expect(data).toEqual([{ message: expect.objectContaining({ replyTo: quote }) }]);
  });

  test('can be a file, can be sent over the socket, and shows an original that was deleted since as deleted', async () => {
    const original = await say(ann, 'Please send it');
    expect(original.replyTo).toBeNull();
    const replyTo = original._id;
    const uploaded = await bob.upload(contract.sendFile, new Blob(['hello']), 'hello.txt', { chatId, replyTo });
    expect(uploaded.body.message.replyTo?._id).toBe(replyTo);
    const { socket } = await connect(app, bob);
    const answer = await socket.emitWithAck('sendMessage', { chatId, content: 'Here', type: 'text', replyTo });
    expect(answer).toMatchObject({ ok: true, message: { replyTo: { _id: replyTo, isDeleted: false } } });
    await ann.call(contract.deleteMessage, { messageId: replyTo });
    expect((await newest(ann))?.replyTo).toMatchObject({ _id: replyTo, content: '', isDeleted: true });
  });

  test('to a message that is deleted, of another chat, unseen, unknown or a system message is refused', async () => {
    const { group, addDee } = await aGroup();
    const elsewhere = await say(ann, 'Elsewhere', {}, group);
    const deleted = await say(ann, 'Gone');
    await ann.call(contract.deleteMessage, { messageId: deleted._id });
    const { data } = (await ann.call(contract.getMessages, { chatId: group })).body;
    const system = data.find(({ type }) => type === 'system');
    const unknown = asId<contract.MessageId>('00000000-0000-4000-8000-000000000000');
    const gone = contract.answerTexts.originalGone;
    for (const replyTo of [elsewhere._id, deleted._id, unknown]) {
      expect(await send(ann, 'Reply', { replyTo })).toMatchObject({ status: 404, body: { fields: { replyTo: gone } } });
    }
    expect((await send(ann, 'Reply', { replyTo: system?._id ?? asId('none') }, group)).status).toBe(404);
    expect((await send(await addDee(), 'Reply', { replyTo: elsewhere._id }, group)).status).toBe(404);
    expect((await send(ann, 'Reply', { replyTo: asId('no id') })).status).toBe(400);
    expect((await newest(ann))?.content).not.toBe('Reply');
  });

  test('shows its original as deleted to members who joined after it', async () => {
    const { group, addDee } = await aGroup();
    const original = await say(ann, 'Before Dee', {}, group);
    const dee = await addDee();
    const [bobs, dees] = [await connect(app, bob), await connect(app, dee)];
    const reply = await say(ann, 'After', { replyTo: original._id }, group);
    const hidden = { content: '', isDeleted: true };
    const shown = { content: 'Before Dee', isDeleted: false };
    const isReply = ({ _id }: contract.Message) => _id === reply._id;
    expect((await bobs.waitFor('newMessage', isReply))[0].replyTo).toMatchObject(shown);
    expect((await dees.waitFor('newMessage', isReply))[0].replyTo).toMatchObject(hidden);
    const pageOf = async (person: Person) =>
      (await person.call(contract.getMessages, { chatId: group, skip: 0 })).body.data.find(isReply)?.replyTo;
    expect([await pageOf(bob), await pageOf(dee)]).toMatchObject([shown, hidden]);
    await ann.call(contract.editMessage, { messageId: reply._id, content: 'Edited' });
    expect((await bobs.waitFor('editMessage', isReply))[0].replyTo).toMatchObject(shown);
    expect((await dees.waitFor('editMessage', isReply))[0].replyTo).toMatchObject(hidden);
    const { data } = (await dee.call(contract.getChanges, { chatId: group, after: original.rev ?? 0 })).body;
    expect(JSON.stringify(data)).not.toContain('Before Dee');
  });

  test('[MSG-523] shows what its original says when it is written, not when it was read', async () => {
    const original = await say(ann, 'Before');
    const theirs = await connect(app, ann);
    let replying: ReturnType<typeof send> | undefined;
    await app.database.transaction(async (tx) => {
      await tx`select from chats where id = ${chatId} for update`;
      replying = send(bob, 'Reply', { replyTo: original._id });
      // It has read its original, and waits for the chat.
      await vi.waitUntil(async () =>
        /^chat_app_queue_depth\{queue="send"\} [1-9]/m.test(await (await fetch(`${app.baseUrl}/metrics`)).text()),
      );
      await tx`update messages set content = 'After', rev = next_rev(chat_id) where id = ${original._id}`;
    });
    if (!replying) throw new Error('nothing was sent');
    const { status, body } = await replying;
    expect([status, body.message.replyTo?.content]).toEqual([201, 'After']);
    const [heard] = await theirs.waitFor('newMessage', ({ _id }) => _id === body.message._id);
    expect(heard.replyTo?.content).toBe('After');
  });

  test('whose answer was lost is found by its retry, although its original was deleted meanwhile', async () => {
    const original = await say(ann, 'Soon gone');
    const extras = { replyTo: original._id, clientId: asId<contract.ClientId>('retry-1') };
    const reply = await say(bob, 'Reply', extras);
    await ann.call(contract.deleteMessage, { messageId: original._id });
    const again = await send(bob, 'Reply', extras);
    expect({ status: again.status, id: again.body.message._id }).toEqual({ status: 200, id: reply._id });
  });
});
