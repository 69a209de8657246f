import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect, type Device } from '../../../test/device.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { chats, edit, say, send } from '../../../test/chats.ts';
import { sendRate } from './messages.routes.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aChat, aGroup, aPair, users } = chats(app);

const emit = async ({ socket }: Device, chatId: contract.ChatId, content: string) => {
  const answer = await socket.timeout(10_000).emitWithAck('sendMessage', { chatId, content, type: 'text' });
  return answer as contract.AckOf<'sendMessage'>;
};

test('[RT-300] all devices of a user share one limit, over the socket and over HTTP', async () => {
  const { ann, bob, chatId } = await aPair();
  const devices = [await connect(app, ann), await connect(app, ann)];
  // In two windows, if the first happens to end meanwhile.
  const each = Math.ceil((2 * sendRate.limit) / 3) + 5;
  const posts = Array.from({ length: each }, async (_, index) => (await send(ann, chatId, `post ${index}`)).body);
  const events = devices.flatMap((device, of) =>
    Array.from({ length: each }, (_, index) => emit(device, chatId, `event ${of} ${index}`)),
  );
  const answers = [...(await Promise.all(posts)), ...(await Promise.all(events))];
  const refused = answers.filter((answer) => 'code' in answer);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map((answer) => 'code' in answer && answer.code))).toEqual(new Set(['rate_limited']));
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(sendRate.limit);
  expect(answers.length - refused.length).toBeLessThanOrEqual(2 * sendRate.limit);

  const late = await emit(devices[0] as Device, chatId, 'late');
  expect(late).toMatchObject({
    ok: false,
    code: 'rate_limited',
    message: expect.stringMatching(/^Too many attempts/),
    retryAfterSeconds: expect.any(Number),
  });
  expect((await send(ann, chatId, 'late')).status).toBe(429);
  const [stored] = await app.database.sql<{ count: number }[]>`
    select count(*)::int as count from messages where chat_id = ${chatId}`;
  expect(stored?.count).toBe(answers.length - refused.length);
  // Others are not affected.
  expect(await emit(await connect(app, bob), chatId, 'From Bob')).toMatchObject({ ok: true });
});

const mentionsLimited = {
  status: 429,
  body: { code: 'rate_limited', message: expect.stringMatching(/^You can mention everybody again in \d+ seconds?$/) },
};

test('[MSG-453] one sender mentions everybody five times a minute, and a retry still finds what was stored', async () => {
  const { ann, bob, chatId } = await aGroup();
  const clientId = asId<contract.ClientId>('all-1');
  const first = await say(ann, chatId, '<@all> 1', { clientId });
  for (let count = 2; count <= 5; count += 1) expect((await send(ann, chatId, `<@all> ${count}`)).status).toBe(201);
  expect(await send(ann, chatId, '<@all> 6')).toMatchObject(mentionsLimited);
  const again = await send(ann, chatId, '<@all> 1', { clientId });
  expect({ status: again.status, id: again.body.message._id }).toEqual({ status: 200, id: first._id });
  expect(await edit(ann, await say(ann, chatId, 'Not for all'), '<@all>')).toMatchObject(mentionsLimited);
  expect((await edit(ann, first, '<@all> once more')).status).toBe(200);
  expect((await send(ann, chatId, contract.mentionToken(bob.user.id))).status).toBe(201);
  expect((await send(bob, chatId, '<@all>')).status).toBe(201);
});

test('[MSG-453] all senders together mention everybody in a group twenty times a minute', async () => {
  const [ann, bob, cat, dan, eve] = await users('Ann', 'Bob', 'Cat', 'Dan', 'Eve');
  const chatId = await aChat(ann, bob, cat, dan, eve);
  for (const member of [ann, bob, cat, dan]) {
    for (let count = 0; count < 5; count += 1) expect((await send(member, chatId, '<@all>')).status).toBe(201);
  }
  expect(await send(eve, chatId, '<@all>')).toMatchObject(mentionsLimited);
});
