import * as contract from '@chat-app/contract';
import { randomBytes } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { connect } from '../../../test/device.ts';
import { passwordResets } from '../../../test/password-resets.ts';
import { type Person, people } from '../../../test/people.ts';
import { beginLogin, codeAt, completeLogin, turnOnSecondFactor, wrongCode } from '../../../test/second-factors.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { answerDuring } from '../../../test/waiting-queries.ts';

const app = useTestApp();
const { aChat, anAdministrator, anotherDevice, aVerifiedUser } = people(app);
const { reset, resetToken } = passwordResets(app);

const suspended = { status: 403, body: { code: 'forbidden', message: 'This account has been suspended' } };
const suspend = (admin: Person, { user }: Person) => admin.call(contract.suspendPerson, { id: user.id });
const resume = (admin: Person, { user }: Person) => admin.call(contract.resumePerson, { id: user.id });
const login = ({ email, password }: Person) => app.client().call(contract.login, { email, password });
const sessionsOf = ({ user }: Person) => app.database.sql`select from sessions where user_id = ${user.id}`;

/** Ann and Bob have a chat; the administrator may suspend Ann. */
async function aDirectChat() {
  const [admin, ann, bob] = [await anAdministrator(), await aVerifiedUser(), await aVerifiedUser()];
  return { admin, ann, bob, chatId: await aChat(ann, bob) };
}

describe('[ADM-5] a suspension', () => {
  test('ends all sessions and connections at once, once if repeated, deletes nothing, and shows live in direct chats, not in groups', async () => {
    const { admin, ann, bob, chatId } = await aDirectChat();
    await ann.call(contract.sendMessage, { chatId, content: 'Before', type: 'text' });
    const groupId = await aChat(ann, await aVerifiedUser(), await aVerifiedUser());
    await ann.call(contract.addMembers, { chatId: groupId, members: [bob.user.id] });
    const isShown = async (id: contract.ChatId) =>
      (await bob.call(contract.getChat, { chatId: id })).body.data.isSuspended;
    const phone = await anotherDevice(ann, true);
    const [bobs, ...devices] = [await connect(app, bob), await connect(app, ann), await connect(app, phone)];
    expect(await isShown(chatId)).toBeUndefined();
    for (const answer of [await suspend(admin, ann), await suspend(admin, ann)])
      expect(answer.body.person).toMatchObject({ isSuspended: true, lastUsedAt: null });
    await vi.waitUntil(() => devices.every(({ socket }) => !socket.connected));
    for (const client of [ann, phone]) expect((await client.call(contract.getSession, {})).status).toBe(401);

    await bobs.waitFor('updateChat', (id) => id === chatId);
    expect([await isShown(chatId), await isShown(groupId)]).toEqual([true, undefined]);
    const sent = await bob.call(contract.sendMessage, { chatId, content: 'Meanwhile', type: 'text' });
    expect(sent.status).toBe(201);
    for (const answer of [await resume(admin, ann), await resume(admin, ann)])
      expect(answer.body.person.isSuspended).toBe(false);
    expect(await isShown(chatId)).toBeUndefined();
    const recorded = (await admin.call(contract.getAudit, { actor: admin.user.id })).body.data;
    expect(recorded.map(({ action }) => action)).toEqual(['person.resume', 'person.suspend']);
    const back = await anotherDevice(ann);
    const { data } = (await back.call(contract.getMessages, { chatId })).body;
    expect(data.map(({ content }) => content)).toEqual(['Meanwhile', 'Before']);
    expect((await back.call(contract.getFriends, {})).body.data.map(({ id }) => id)).toContain(bob.user.id);
  });

  test('ends a transfer and a call; the other one is not left waiting', async () => {
    const { admin, ann, bob, chatId } = await aDirectChat();
    const [anns, bobs] = [await connect(app, ann), await connect(app, bob)];
    await anns.socket.emitWithAck('sendFileRequest', { name: 'film.mkv', size: 5 }, bob.user.id);
    await bobs.waitFor('fileTransferRequest');
    await bobs.socket.emitWithAck('fileReceiveAccept', ann.user.id, { canResume: true });
    await ann.call(contract.startVoiceCall, { chatId });
    await anns.socket.emitWithAck('joinVoiceRoom', chatId, ann.user.id);
    await bobs.socket.emitWithAck('joinVoiceRoom', chatId, bob.user.id);
    await suspend(admin, ann);
    expect(await bobs.waitFor('fileTransferCancel')).toEqual([ann.user.id]);
    expect(await bobs.waitFor('voiceCallEnd')).toEqual([chatId]);
    await vi.waitUntil(async () => (await app.database.sql`select from calls where chat_id = ${chatId}`).length === 0);
  });
});

describe('[ADM-6] a suspended account', () => {
  test('is informed after the right password and the second step only, and can set a new one by mail, which signs nobody in', async () => {
    const [admin, ann, bob] = [await anAdministrator(), await aVerifiedUser(), await aVerifiedUser()];
    const { secret } = await turnOnSecondFactor(bob);
    for (const person of [ann, bob]) await suspend(admin, person);
    expect(await login(ann)).toMatchObject(suspended);
    const wrong = await login({ ...ann, password: 'Wrong1!x' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'bad_credentials' } });
    expect((await reset(await resetToken(ann), 'Changed1#x')).status).toBe(200);
    expect(await login({ ...ann, password: 'Changed1#x' })).toMatchObject(suspended);

    const { status, ticket, client } = await beginLogin(app.client(), bob);
    expect([status, (await completeLogin(client, ticket, wrongCode)).status]).toEqual([401, 401]);
    expect(await completeLogin(client, ticket, codeAt(secret, 1))).toMatchObject({ status: 403, refusal: 'forbidden' });
    for (const person of [ann, bob]) expect(await sessionsOf(person)).toEqual([]);
  });

  test('gets no session from a node of the previous release, which does not ask for suspensions', async () => {
    const [admin, ann] = [await anAdministrator(), await aVerifiedUser()];
    await suspend(admin, ann);
    const insert = () => app.database.sql`
      insert into sessions (id, token_hash, user_id, is_remembered, expires_at)
      values (gen_random_uuid(), ${randomBytes(32)}, ${ann.user.id}, true, now() + interval '1 day')`;
    await insert();
    expect(await sessionsOf(ann)).toEqual([]);
    await resume(admin, ann);
    await insert();
    expect(await sessionsOf(ann)).toHaveLength(1);
  });

  test('gets no session by a sign-in while the suspension waits for its commit', async () => {
    const ann = await aVerifiedUser();
    const answer = await answerDuring(
      app,
      async (tx) => {
        await tx`update users set suspended_at = now() where id = ${ann.user.id}`;
        await tx`delete from sessions where user_id = ${ann.user.id}`;
      },
      () => login(ann),
    );
    expect(answer).toMatchObject({ status: 403 });
    expect(await sessionsOf(ann)).toEqual([]);
  });
});
