import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

const report = (person: Person, given: object) => person.send('POST', '/api/reports', { body: given });
const reportsBy = ({ user }: Person) => app.database.sql`
  select user_id, reason, message_id, chat_id, message_type, message_content from reports where reporter_id = ${user.id}`;

async function aDirectChat() {
  const [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
  const chatId = await aChat(ann, bob);
  const say = async (person: Person, content: string) =>
    (await person.call(contract.sendMessage, { chatId, content, type: 'text' })).body.message._id;
  return { ann, bob, chatId, say };
}

describe('[FRD-310] a report', () => {
  test('of a message keeps a copy, also when the message is deleted afterwards; one of a person says who', async () => {
    const { ann, bob, chatId, say } = await aDirectChat();
    const messageId = await say(bob, 'Buy this now');
    expect((await report(ann, { messageId, reason: '  Spam ' })).status).toBe(201);
    await bob.call(contract.deleteMessage, { messageId });
    expect(await reportsBy(ann)).toEqual([
      { userId: bob.user.id, reason: 'Spam', messageId, chatId, messageType: 'text', messageContent: 'Buy this now' },
    ]);
    expect((await report(ann, { messageId, reason: 'Spam' })).status).toBe(404);
    expect((await report(bob, { userId: ann.user.id, reason: 'Harasses people' })).status).toBe(201);
    expect(await reportsBy(bob)).toMatchObject([{ userId: ann.user.id, reason: 'Harasses people', messageId: null }]);
  });

  test('needs one subject and a reason', async () => {
    const { ann, bob, say } = await aDirectChat();
    const [messageId, userId, own] = [await say(bob, 'Hello'), bob.user.id, await say(ann, 'Mine')];
    const subjects = [{}, { messageId, userId }, { messageId: own }, { userId: ann.user.id }];
    const refused = [
      ...subjects.map((subject) => ({ ...subject, reason: 'Spam' })),
      ...[undefined, ' ', 'x'.repeat(501), 5].map((reason) => ({ messageId, reason })),
    ];
    for (const given of refused) expect([given, (await report(ann, given)).status]).toEqual([given, 400]);
    expect(await reportsBy(ann)).toEqual([]);
  });
});
