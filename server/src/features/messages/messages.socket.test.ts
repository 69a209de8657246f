import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect, type Device, openSocket } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { chats, pageOf, remove } from '../../../test/chats.ts';

const app = useTestApp();
const { aChat, aPair, users } = chats(app);

type NewMessage = contract.InputOf<typeof contract.sendMessage>;

const send = ({ socket }: Device, message: unknown) =>
  socket.timeout(5000).emitWithAck('sendMessage', message) as Promise<contract.AckOf<'sendMessage'>>;
const text = (chatId: contract.ChatId, content: string, clientId?: string): NewMessage => ({
  chatId,
  content,
  type: 'text',
  ...(clientId !== undefined && { clientId: asId(clientId) }),
});
const post = (person: Person, message: NewMessage) => person.call(contract.sendMessage, message);
const textsIn = async (id: contract.ChatId) => (await pageOf(ann, id)).data.map(({ content }) => content);

let ann: Person, bob: Person, chatId: contract.ChatId;
beforeAll(async () => void ({ ann, bob, chatId } = await aPair()));

/** The message of a successful answer. */
function messageOf(answer: contract.AckOf<'sendMessage'>): contract.Message {
  if (!answer.ok) throw new Error(answer.message);
  return answer.message;
}

describe('[RT-300] a message sent over the socket', () => {
  test('is stored, acknowledged to its device and sent to all others', async () => {
    const [mine, phone, theirs] = [await connect(app, ann), await connect(app, ann), await connect(app, bob)];
    const message = messageOf(await send(mine, text(chatId, '  Hello Bob  ', 'socket-1')));
    const sender = { _id: ann.user.id, name: 'Ann', isMine: true };
    expect(message).toMatchObject({ ...text(chatId, 'Hello Bob', 'socket-1'), sender });
    expect(await phone.waitFor('newMessage')).toEqual([message]);
    const received = { ...message, sender: { ...message.sender, isMine: false } };
    expect(await theirs.waitFor('newMessage')).toEqual([received]);
    expect((await pageOf(ann, chatId)).data[0]).toEqual(message);

    // Everything sent to this device before is there.
    await send(theirs, text(chatId, 'Hello Ann'));
    await mine.waitFor('newMessage', ({ content }) => content === 'Hello Ann');
    expect(mine.all('newMessage').map(([{ content }]) => content)).toEqual(['Hello Ann']);

    // Without an acknowledgement it comes back as an event.
    mine.socket.emit('sendMessage', text(chatId, 'Silent'));
    const [silent] = await mine.waitFor('newMessage', ({ content }) => content === 'Silent');
    expect(silent.sender?.isMine).toBe(true);
  });

  test('is stored once for one `clientId`, on either way and at the same time', async () => {
    const mine = await connect(app, ann);
    const first = messageOf(await send(mine, text(chatId, 'One', 'both-ways')));
    expect(messageOf(await send(mine, text(chatId, 'Another', 'both-ways')))).toEqual(first);
    const repeated = await post(ann, text(chatId, 'Once more', 'both-ways'));
    expect([repeated.status, repeated.body.message]).toEqual([200, first]);

    const asked = text(chatId, 'At once', 'at-once');
    const both = await Promise.all([send(mine, asked), post(ann, asked), send(mine, asked)]);
    const ids = [messageOf(both[0])._id, both[1].body.message._id, messageOf(both[2])._id];
    expect(new Set(ids).size).toBe(1);
    expect((await textsIn(chatId)).filter((content) => content === 'At once')).toHaveLength(1);
  });

  test('keeps the order in which the device sent them', async () => {
    const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
    const contents = Array.from({ length: 30 }, (_, index) => `${index}`);
    const sent = await Promise.all(contents.map((content) => send(mine, text(chatId, content))));
    const seqs = sent.map((answer) => messageOf(answer).seq);
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));
    await vi.waitFor(() => expect(theirs.all('newMessage')).toHaveLength(30));
    expect(theirs.all('newMessage').map(([{ content }]) => content)).toEqual(contents);
  });

  test('reaches its device before later ones of others', async () => {
    const devices = [await connect(app, ann), await connect(app, bob)];
    /** Own messages that arrived after a later one of somebody else. */
    const overtaken: number[] = [];
    const sent = devices.flatMap(({ socket }) => {
      let lastSeq = 0;
      socket.on('newMessage', ({ seq }) => (lastSeq = seq));
      return Array.from({ length: 20 }, async (_, index) => {
        const answer = await new Promise<contract.AckOf<'sendMessage'>>((resolve) =>
          socket.emit('sendMessage', text(chatId, `${index}`), (ack) => {
            if (ack.ok && lastSeq > ack.message.seq) overtaken.push(ack.message.seq);
            resolve(ack);
          }),
        );
        return messageOf(answer);
      });
    });
    expect(await Promise.all(sent)).toHaveLength(40);
    expect(overtaken).toEqual([]);
  });

  test('is refused as over HTTP', async () => {
    const mine = await connect(app, ann);
    const wrong: [object, contract.ErrorCode][] = [
      [{ content: '   ' }, 'invalid_input'],
      [{ content: 'x'.repeat(contract.limits.messageMaxLength + 1) }, 'invalid_input'],
      [{ type: 'system' }, 'invalid_input'],
      [{ type: 'image', content: '/api/uploads/foreign.png' }, 'invalid_input'],
      [{ clientId: 'a b' }, 'invalid_input'],
      [{ chatId: undefined }, 'invalid_input'],
      [{ chatId: '01890a5d-ac96-774b-bcce-000000000009' }, 'not_found'],
    ];
    for (const [change, code] of wrong) {
      const message = { ...text(chatId, 'Refused'), ...change };
      expect(await send(mine, message)).toMatchObject({ ok: false, code });
      expect((await post(ann, message)).body).toMatchObject({ code });
    }
    await remove(ann, messageOf(await send(mine, text(chatId, 'Refused', 'gone'))));
    expect(await send(mine, text(chatId, 'Refused', 'gone'))).toMatchObject({ ok: false, code: 'message_deleted' });
    expect(await textsIn(chatId)).not.toContain('Refused');
  });
});

describe('[RT-301] the right to send over the socket', () => {
  test('ends with the session', async () => {
    const [eve] = await users('Eve');
    const evesChat = await aChat(eve, ann);
    const device = await connect(app, eve);
    messageOf(await send(device, text(evesChat, 'Before')));
    // What the server received before the logout may be stored after it.
    let content = 'Meanwhile';
    const sending = setInterval(() => device.socket.emit('sendMessage', text(evesChat, content)), 1);
    await eve.call(contract.logout, {});
    content = 'Afterwards';
    await vi.waitUntil(() => device.socket.disconnected);
    clearInterval(sending);
    messageOf(await send(await connect(app, ann), text(evesChat, 'The last one')));
    const contents = await textsIn(evesChat);
    expect(contents).toContain('The last one');
    expect(contents).not.toContain('Afterwards');
  });

  test('belongs to the user whom the page names', async () => {
    const cookie = `session=${ann.cookies.get('session')}`;
    const device = openSocket(app, { cookie, auth: { userId: bob.user.id } });
    const refused = new Promise<object>((resolve) => device.socket.on('connect_error', resolve));
    expect(await refused).toMatchObject({ data: { code: 'unauthenticated' } });
    const own = openSocket(app, { cookie, auth: { userId: ann.user.id } });
    await vi.waitUntil(() => own.socket.connected);
  });
});
