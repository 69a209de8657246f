import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { sendRate } from './messages.routes.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aChat, aVerifiedUser } = people(app);

const send = async ({ socket }: Device, chatId: contract.ChatId, content: string) => {
  const answer = await socket.timeout(10_000).emitWithAck('sendMessage', { chatId, content, type: 'text' });
  return answer as contract.AckOf<'sendMessage'>;
};

test('[RT-300] all devices of a user share one limit, over the socket and over HTTP', async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  const devices = [await connect(app, ann), await connect(app, ann)];
  // In two windows, if the first happens to end meanwhile.
  const each = Math.ceil((2 * sendRate.limit) / 3) + 5;
  const posts = Array.from({ length: each }, async (_, index) => {
    const { body } = await ann.call(contract.sendMessage, { chatId, content: `post ${index}`, type: 'text' });
    return { ...body };
  });
  const events = devices.flatMap((device, of) =>
    Array.from({ length: each }, (_, index) => send(device, chatId, `event ${of} ${index}`)),
  );
  const answers = [...(await Promise.all(posts)), ...(await Promise.all(events))];
  const refused = answers.filter((answer) => 'code' in answer);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map((answer) => 'code' in answer && answer.code))).toEqual(new Set(['rate_limited']));
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(sendRate.limit);
  expect(answers.length - refused.length).toBeLessThanOrEqual(2 * sendRate.limit);

  const late = await send(devices[0] as Device, chatId, 'late');
  expect(late).toMatchObject({
    ok: false,
    code: 'rate_limited',
    message: expect.stringMatching(/^Too many attempts/),
    retryAfterSeconds: expect.any(Number),
  });
  expect((await ann.call(contract.sendMessage, { chatId, content: 'late', type: 'text' })).status).toBe(429);
  const [stored] = await app.database.sql<{ count: number }[]>`
    select count(*)::int as count from messages where chat_id = ${chatId}`;
  expect(stored?.count).toBe(answers.length - refused.length);
  // Others are not affected.
  expect(await send(await connect(app, bob), chatId, 'From Bob')).toMatchObject({ ok: true });
});
