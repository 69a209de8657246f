import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aChat, aVerifiedUser } = people(app);

const refused = {
  status: 429,
  body: { code: 'rate_limited', message: expect.stringMatching(/^You can mention everybody again in \d+ seconds?$/) },
};
const send = (person: Person, chatId: contract.ChatId, content: string, clientId?: contract.ClientId) =>
  person.call(contract.sendMessage, { chatId, content, type: 'text', clientId });
const edit = (person: Person, { _id }: contract.Message, content: string) =>
  person.call(contract.editMessage, { messageId: _id, content });

test('[MSG-453] one sender mentions everybody five times a minute, and a retry still finds what was stored', async () => {
  const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob, cat);
  const clientId = asId<contract.ClientId>('all-1');
  const first = (await send(ann, chatId, '<@all> 1', clientId)).body.message;
  for (let count = 2; count <= 5; count += 1) expect((await send(ann, chatId, `<@all> ${count}`)).status).toBe(201);
  expect(await send(ann, chatId, '<@all> 6')).toMatchObject(refused);
  const again = await send(ann, chatId, '<@all> 1', clientId);
  expect({ status: again.status, id: again.body.message._id }).toEqual({ status: 200, id: first._id });
  const plain = (await send(ann, chatId, 'Not for all')).body.message;
  expect(await edit(ann, plain, '<@all>')).toMatchObject(refused);
  expect((await edit(ann, first, '<@all> once more')).status).toBe(200);
  expect((await send(ann, chatId, contract.mentionToken(bob.user.id))).status).toBe(201);
  expect((await send(bob, chatId, '<@all>')).status).toBe(201);
});

test('[MSG-453] all senders together mention everybody in a group twenty times a minute', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => aVerifiedUser()));
  const [ann, ...others] = members;
  if (!ann) throw new Error('There is nobody');
  const chatId = await aChat(ann, ...others);
  for (const member of members.slice(0, 4)) {
    for (let count = 0; count < 5; count += 1) expect((await send(member, chatId, '<@all>')).status).toBe(201);
  }
  expect(await send(members[4] ?? ann, chatId, '<@all>')).toMatchObject(refused);
});
