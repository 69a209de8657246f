import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { unknownId } from '../../../test/permissions/endpoints.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp();
const { aChat, anAdministrator, aVerifiedUser, befriend } = people(app);

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
  test('shows the message and those before it, as the reporter saw them then', async () => {
    const [admin, ann] = [await anAdministrator(), await aVerifiedUser({ name: 'Ann' })];
    const [bob, cat] = [await aVerifiedUser({ name: 'Bob' }), await aVerifiedUser()];
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
  });

  test('shows nothing from before the reporter joined', async () => {
    const [admin, ann, bob] = [await anAdministrator(), await aVerifiedUser(), await aVerifiedUser()];
    const dan = await aVerifiedUser();
    const chatId = await aChat(ann, bob, await aVerifiedUser());
    await say(ann, chatId, 'Among ourselves');
    await befriend(ann, dan);
    await ann.call(contract.addMembers, { chatId, members: [dan.user.id] });
    await report(dan, { messageId: await say(bob, chatId, 'Hello Dan') });
    expect((await firstReport(admin)).context).toEqual([]);
  });

  test('is dismissed once, and then is among the closed ones', async () => {
    const [admin, ann, bob] = [await anAdministrator({ name: 'Ada' }), await aVerifiedUser(), await aVerifiedUser()];
    await report(ann, { userId: bob.user.id });
    const { _id: id } = await firstReport(admin);
    expect((await close(admin, id, 'dismissed')).body.report.closed).toMatchObject({
      outcome: 'dismissed',
      by: { _id: admin.user.id, name: 'Ada' },
    });
    expect((await close(admin, id, 'dismissed')).status).toBe(200);
    expect((await close(admin, id, 'suspended')).body.message).toBe(contract.administrationTexts.closedOtherwise);
    expect((await firstReport(admin, 'closed'))._id).toBe(id);
    const open = (await admin.call(contract.getReports, {})).body.data.map(({ _id }) => _id);
    expect(open).not.toContain(id);
    expect((await bob.call(contract.getSession, {})).status).toBe(200);
  });

  test('is closed by suspending the person, in one step', async () => {
    const [admin, ann, bob] = [await anAdministrator(), await aVerifiedUser(), await aVerifiedUser()];
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

  test('about an account that is gone can be dismissed only', async () => {
    const [admin, ann, bob] = [await anAdministrator(), await aVerifiedUser(), await aVerifiedUser()];
    await report(ann, { userId: bob.user.id });
    await bob.call(contract.deleteAccount, { password: bob.password });
    const { _id: id, person } = await firstReport(admin);
    expect(person).toBeNull();
    expect((await close(admin, id, 'suspended')).body.message).toBe(contract.administrationTexts.reportedIsGone);
    expect((await close(admin, id, 'dismissed')).status).toBe(200);
    expect((await close(admin, contract.ReportId.parse(unknownId), 'dismissed')).status).toBe(404);
  });
});
