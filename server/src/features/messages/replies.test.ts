import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { addTo, changesOf, chatAmong, chats, edit, pageOf, remove, say, send } from '../../../test/chats.ts';

const app = useTestApp();
const { aPair, befriend, users } = chats(app);

let ann: Person, bob: Person, chatId: contract.ChatId;
beforeAll(async () => void ({ ann, bob, chatId } = await aPair()));

const newest = async () => (await pageOf(ann, chatId)).data[0];

/** A group of Ann, Bob and one more, to which Dee can be added. */
async function aGroup() {
  const [cat, dee] = await users('Cat', 'Dee');
  for (const friend of [cat, dee]) await befriend(ann, friend);
  return { group: await chatAmong(ann, bob, cat), dee };
}

describe('[MSG-410] a reply', () => {
  test('carries the beginning of its original, in the answer, the event, the page and the changes', async () => {
    const original = await say(ann, chatId, `Where? ${'x'.repeat(300)}`);
    const theirs = await connect(app, ann);
    const reply = await say(bob, chatId, 'At the ferry', { replyTo: original._id });
    const { _id, seq } = original;
    const shown = { sender: { _id: ann.user.id, name: 'Ann' }, type: 'text', content: original.content.slice(0, 200) };
    const quote = { _id, seq, ...shown, isDeleted: false };
    expect(reply.replyTo).toEqual(quote);
    const [heard] = await theirs.waitFor('newMessage', (message) => message._id === reply._id);
    expect(heard.replyTo).toEqual(quote);
    expect((await newest())?.replyTo).toEqual(quote);
    const { data } = await changesOf(ann, chatId, (reply.rev ?? 0) - 1);
    expect(data).toEqual([{ message: expect.objectContaining({ replyTo: quote }) }]);
  });

  test('can be a file, can be sent over the socket, and shows an original that was deleted since as deleted', async () => {
    const original = await say(ann, chatId, 'Please send it');
    expect(original.replyTo).toBeNull();
    const replyTo = original._id;
    const uploaded = await bob.upload(contract.sendFile, new Blob(['hello']), 'hello.txt', { chatId, replyTo });
    expect(uploaded.body.message.replyTo?._id).toBe(replyTo);
    const { socket } = await connect(app, bob);
    const answer = await socket.emitWithAck('sendMessage', { chatId, content: 'Here', type: 'text', replyTo });
    expect(answer).toMatchObject({ ok: true, message: { replyTo: { _id: replyTo, isDeleted: false } } });
    await remove(ann, original);
    expect((await newest())?.replyTo).toMatchObject({ _id: replyTo, content: '', isDeleted: true });
  });

  test('to a message that is deleted, of another chat, unseen, unknown or a system message is refused', async () => {
    const { group, dee } = await aGroup();
    const [elsewhere, deleted] = [await say(ann, group, 'Elsewhere'), await say(ann, chatId, 'Gone')];
    await remove(ann, deleted);
    const system = (await pageOf(ann, group)).data.find(({ type }) => type === 'system');
    const unknown = asId<contract.MessageId>('00000000-0000-4000-8000-000000000000');
    const gone = contract.answerTexts.originalGone;
    const refused = { status: 404, body: { fields: { replyTo: gone } } };
    for (const replyTo of [elsewhere._id, deleted._id, unknown]) {
      expect(await send(ann, chatId, 'Reply', { replyTo })).toMatchObject(refused);
    }
    expect((await send(ann, group, 'Reply', { replyTo: system?._id ?? asId('none') })).status).toBe(404);
    await addTo(group, ann, dee);
    expect((await send(dee, group, 'Reply', { replyTo: elsewhere._id })).status).toBe(404);
    expect((await send(ann, chatId, 'Reply', { replyTo: asId('no id') })).status).toBe(400);
    expect((await newest())?.content).not.toBe('Reply');
  });

  test('shows its original as deleted to members who joined after it', async () => {
    const { group, dee } = await aGroup();
    const original = await say(ann, group, 'Before Dee');
    await addTo(group, ann, dee);
    const [bobs, dees] = [await connect(app, bob), await connect(app, dee)];
    const reply = await say(ann, group, 'After', { replyTo: original._id });
    const hidden = { content: '', isDeleted: true };
    const shown = { content: 'Before Dee', isDeleted: false };
    const isReply = ({ _id }: contract.Message) => _id === reply._id;
    expect((await bobs.waitFor('newMessage', isReply))[0].replyTo).toMatchObject(shown);
    expect((await dees.waitFor('newMessage', isReply))[0].replyTo).toMatchObject(hidden);
    const quoteFor = async (person: Person) => (await pageOf(person, group, { skip: 0 })).data.find(isReply)?.replyTo;
    expect([await quoteFor(bob), await quoteFor(dee)]).toMatchObject([shown, hidden]);
    await edit(ann, reply, 'Edited');
    expect((await bobs.waitFor('editMessage', isReply))[0].replyTo).toMatchObject(shown);
    expect((await dees.waitFor('editMessage', isReply))[0].replyTo).toMatchObject(hidden);
    const { data } = await changesOf(dee, group, original.rev);
    expect(JSON.stringify(data)).not.toContain('Before Dee');
  });

  test('[MSG-523] shows what its original says when it is written, not when it was read', async () => {
    const original = await say(ann, chatId, 'Before');
    const theirs = await connect(app, ann);
    let replying: ReturnType<typeof send> | undefined;
    await app.database.transaction(async (tx) => {
      await tx`select from chats where id = ${chatId} for update`;
      replying = send(bob, chatId, 'Reply', { replyTo: original._id });
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
    const original = await say(ann, chatId, 'Soon gone');
    const extras = { replyTo: original._id, clientId: asId<contract.ClientId>('retry-1') };
    const reply = await say(bob, chatId, 'Reply', extras);
    await remove(ann, original);
    const again = await send(bob, chatId, 'Reply', extras);
    expect({ status: again.status, id: again.body.message._id }).toEqual({ status: 200, id: reply._id });
  });
});
