import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { unknownId } from '../../../test/permissions/endpoints.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { answerDuring } from '../../../test/waiting-queries.ts';
import { administratorRepository } from '../users/index.ts';

const app = useOwnTestApp();
const { aChat, anAdministrator, aVerifiedUser, befriend } = people(app);

const threePeople = async () =>
  [await anAdministrator(), await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })] as const;
const say = async (person: Person, chatId: contract.ChatId, content: string) =>
  (await person.call(contract.sendMessage, { chatId, content, type: 'text' })).body.message._id;
const report = (person: Person, given: object) => person.call(contract.sendReport, { reason: 'Rude', ...given });
const close = (admin: Person, id: contract.ReportId, outcome: contract.ReportOutcome) =>
  admin.call(contract.closeReport, { id, outcome });
const firstReport = async (admin: Person, state: 'open' | 'closed' = 'open') => {
  const [first] = (await admin.call(contract.getReports, { state })).body.data;
  if (!first) throw new Error('there is no report');
  return first;
};

describe('[ADM-9] a report', () => {
  test('shows the message and those before it, as the reporter saw them then, since they joined', async () => {
    const [[admin, ann, bob], cat, dan] = [await threePeople(), await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(ann, bob, cat);
    for (const index of [1, 2]) await say(cat, chatId, `Too long ago ${index}`);
    await say(cat, chatId, 'From Cat');
    const removed = await say(ann, chatId, 'Deleted before');
    await ann.call(contract.deleteMessage, { messageId: removed });
    const edited = await say(bob, chatId, 'From Bob');
    for (const content of ['From Ann', 'Again', 'And again']) await say(ann, chatId, content);
    const messageId = await say(bob, chatId, 'Something rude');
    await say(bob, chatId, 'Afterwards');
    await report(ann, { messageId });
    await bob.call(contract.editMessage, { messageId: edited, content: 'Rewritten' });
    await bob.call(contract.deleteMessage, { messageId });

    const { context, message, person, reporter, reason, closed } = await firstReport(admin);
    expect(context.map(({ by, content }) => [by, content])).toEqual([
      ['other', 'From Cat'],
      ['reported', 'From Bob'],
      ['reporter', 'From Ann'],
      ['reporter', 'Again'],
      ['reporter', 'And again'],
    ]);
    expect({ message, person, reporter, reason, closed }).toMatchObject({
      message: { type: 'text', content: 'Something rude' },
      person: { _id: bob.user.id, name: 'Bob', isSuspended: false },
      reporter: { _id: ann.user.id, name: 'Ann' },
      reason: 'Rude',
      closed: null,
    });

    await befriend(ann, dan);
    await ann.call(contract.addMembers, { chatId, members: [dan.user.id] });
    await report(dan, { messageId: await say(bob, chatId, 'Hello Dan') });
    expect((await firstReport(admin)).context).toEqual([]);
  });

  test('is dismissed once, and then is among the closed ones; one about an account that is gone can only be dismissed', async () => {
    const [admin, ann, bob] = await threePeople();
    await report(ann, { userId: bob.user.id });
    const { _id: id } = await firstReport(admin);
    const dismissed = { outcome: 'dismissed', by: { _id: admin.user.id, name: admin.user.name } };
    for (let time = 0; time < 2; time += 1)
      expect((await close(admin, id, 'dismissed')).body.report.closed).toMatchObject(dismissed);
    expect((await close(admin, id, 'suspended')).body.message).toBe(contract.administrationTexts.closedOtherwise);
    expect((await firstReport(admin, 'closed'))._id).toBe(id);
    const open = (await admin.call(contract.getReports, {})).body.data.map(({ _id }) => _id);
    expect(open).not.toContain(id);
    expect((await bob.call(contract.getSession, {})).status).toBe(200);

    await report(ann, { userId: bob.user.id });
    await bob.call(contract.deleteAccount, { password: bob.password });
    const { _id: next, person } = await firstReport(admin);
    expect(person).toBeNull();
    expect((await close(admin, next, 'suspended')).body.message).toBe(contract.administrationTexts.reportedIsGone);
    expect((await close(admin, next, 'dismissed')).status).toBe(200);
  });

  test('is closed by suspending the person, in one step', async () => {
    const [admin, ann, bob] = await threePeople();
    await report(ann, { userId: bob.user.id });
    const { _id: id } = await firstReport(admin);
    const suspend = () => close(admin, id, 'suspended');
    const answers = await Promise.all([suspend(), suspend()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body.report.person).toMatchObject({ isSuspended: true });
    expect((await bob.call(contract.getSession, {})).status).toBe(401);
    const { data } = (await admin.call(contract.getAudit, { actor: admin.user.id })).body;
    // Both are of one moment, so either can be the first.
    expect(data.map(({ action, detail }) => [action, detail]).toSorted()).toEqual([
      ['person.suspend', null],
      ['report.close', `suspended: ${id}`],
    ]);
  });
});

const invite = async (person: Person, wanted: contract.InputOf<typeof contract.createInvite>) =>
  (await person.call(contract.createInvite, wanted)).body.invite;
const listOf = async (admin: Person) => (await admin.call(contract.getAdminInvites, {})).body.data;
const idsOf = async (admin: Person) => (await listOf(admin)).map(({ _id }) => _id);
const revoke = (admin: Person, id: contract.InviteId) => admin.call(contract.revokeAnyInvite, { id });

describe('[ADM-15] the invitations of everybody', () => {
  test('are listed, newest first, while they can be used, without links, members and messages', async () => {
    const [admin, ann, bob] = await threePeople();
    const chatId = await aChat(ann, bob, await aVerifiedUser());
    await ann.call(contract.editChat, { chatId, name: 'Hikers' });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const group = await invite(ann, { kind: 'chat', chatId, expiresAt, maxUses: 5 });
    await (await aVerifiedUser()).call(contract.acceptInvite, { token: group.token });
    const friend = await invite(bob, { kind: 'friend' });
    const always = { chatName: null, expiresAt: null, maxUses: null, uses: 0 };
    const shownOf = ({ _id, kind, createdAt }: typeof group, { user: { id, name, avatar } }: Person) => {
      const creator = { _id: id, name, avatar };
      return { ...always, _id, kind, createdAt, creator };
    };
    expect((await listOf(admin)).slice(0, 2)).toEqual([
      shownOf(friend, bob),
      { ...shownOf(group, ann), chatName: 'Hikers', expiresAt, maxUses: 5, uses: 1 },
    ]);

    const usedUp = await invite(ann, { kind: 'friend', maxUses: 1 });
    await (await aVerifiedUser()).call(contract.acceptInvite, { token: usedUp.token });
    await admin.call(contract.suspendPerson, { id: bob.user.id });
    await ann.call(contract.leaveChat, { chatId });
    const ids = await idsOf(admin);
    for (const { _id } of [usedUp, friend, group]) expect(ids).not.toContain(_id);
    await admin.call(contract.resumePerson, { id: bob.user.id });
    expect((await idsOf(admin))[0]).toBe(friend._id);
  });

  test('come in full pages, although others among them cannot be used, and each once', async () => {
    const [admin, ann] = [await anAdministrator(), await aVerifiedUser()];
    await app.database.sql`delete from invites`;
    const created: contract.InviteId[] = [];
    for (let index = 0; index < 12; index += 1) created.unshift((await invite(ann, { kind: 'friend' }))._id);
    const unusable = created.slice(2, 8);
    await app.database.sql`update invites set expires_at = now() where id = any(${unusable})`;
    const pages: contract.InviteId[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await admin.call(contract.getAdminInvites, { limit: 3, ...(cursor && { cursor }) });
      pages.push(body.data.map(({ _id }) => _id));
      ({ cursor } = body);
      // One that is created meanwhile is on none of the following pages.
      await invite(ann, { kind: 'friend' });
    }
    expect(pages.flat()).toEqual(created.filter((id) => !unusable.includes(id)));
    expect(pages.map(({ length }) => length)).toEqual([3, 3]);
    for (const query of ['cursor=x', 'limit=0', 'limit=101', 'limit=x']) {
      expect([query, (await admin.send('GET', `/api/admin/invites?${query}`)).status]).toEqual([query, 400]);
    }
  });
});

test('[ADM-15] revoking the invitation of somebody ends its link, and is recorded once with its creator', async () => {
  const [admin, ann, bob] = await threePeople();
  const [link, kept] = [await invite(ann, { kind: 'friend' }), await invite(ann, { kind: 'friend' })];
  expect((await revoke(ann, link._id)).status).toBe(404);
  const answers = await Promise.all([1, 2, 3].map(() => revoke(admin, link._id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  const unknown = await revoke(admin, contract.InviteId.parse(unknownId));
  expect(unknown).toMatchObject({ status: 404, body: { message: 'Invitation not found' } });
  expect(await idsOf(admin)).not.toContain(link._id);
  expect((await bob.call(contract.acceptInvite, { token: link.token })).status).toBe(404);
  const { data } = (await admin.call(contract.getAudit, { actor: admin.user.id })).body;
  expect(data).toMatchObject([
    { action: 'invite.revoke', target: { _id: ann.user.id, name: 'Ann' }, detail: 'to become friends' },
  ]);

  // Two at the same moment: the administrator is not one any more when it is their turn.
  const refused = await answerDuring(
    app,
    async (tx) => {
      await administratorRepository.lock(tx);
      await administratorRepository.setStored(tx, admin.user.id, false);
    },
    () => revoke(admin, kept._id),
  );
  expect(refused.status).toBe(404);
  expect((await ann.call(contract.getInvites, {})).body.data.map(({ _id }) => _id)).toEqual([kept._id]);
});
