import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { connect } from '../../../test/device.ts';
import { type Person, people, tokenIn } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp();
const { aChat, anAdministrator, anotherDevice, anUnverifiedUser, aVerifiedUser } = people(app);

const find = async (admin: Person, { email }: Person) =>
  (await admin.call(contract.getPeople, { search: email })).body.data[0];
const idsOf = (page: { data: { _id: contract.UserId }[] }) => page.data.map(({ _id }) => _id);

test('[ADM-3] the endpoints of administrators answer others exactly like a path that does not exist', async () => {
  const [ann, unverified] = [await aVerifiedUser(), await anUnverifiedUser()];
  const comparable = ({ status, text, headers }: Awaited<ReturnType<Person['send']>>) => ({
    status,
    text,
    headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
  });
  const calls = ['GET people', 'GET people?limit=many', 'GET audit.csv', 'POST people/nobody/grant'];
  calls.push(`POST people/${ann.user.id}/grant`, `DELETE people/${ann.user.id}`);
  for (const caller of [app.client(), unverified, ann]) {
    for (const call of calls) {
      const [method = '', path] = call.split(' ');
      const here = comparable(await caller.send(method, `/api/admin/${path}`));
      const nowhere = comparable(await caller.send(method, `/api/nowhere/${path}`));
      expect([call, here]).toEqual([call, nowhere]);
    }
  }
  expect((await ann.call(contract.getSession, {})).body.user.isAdmin).toBe(false);
});

describe('[ADM-4] the list of accounts', () => {
  test('shows what the host needs to know, newest first', async () => {
    const [admin, ann] = [await anAdministrator(), await aVerifiedUser({ name: 'Ann Storage' })];
    await ann.upload(contract.sendFile, new Blob(['12345']), 'five.txt', { chatId: await aChat(ann, admin) });
    await admin.call(contract.sendReport, { userId: ann.user.id, reason: 'Spam' });
    expect(await find(admin, ann)).toEqual({
      _id: ann.user.id,
      id: ann.user.id,
      name: 'Ann Storage',
      avatar: ann.user.avatar,
      email: ann.email,
      createdAt: expect.any(String),
      lastUsedAt: expect.stringMatching(/T00:00:00\.000Z$/),
      isVerified: true,
      isSuspended: false,
      isAdmin: false,
      isAdminFixed: false,
      storageBytes: 5,
      reportCount: 1,
    });
  });

  test('finds by a part of the name or the address, taken literally, and filters by state', async () => {
    const [admin, ann] = [await anAdministrator(), await anUnverifiedUser({ name: 'Zoë Percent 100%' })];
    const found = async (search: string) => idsOf((await admin.call(contract.getPeople, { search })).body);
    for (const search of ['PERCENT', '0%', ann.email.toUpperCase().slice(1)])
      expect([search, await found(search)]).toEqual([search, [ann.user.id]]);
    expect(await found('100_')).toEqual([]);

    const bob = await aVerifiedUser();
    await admin.call(contract.suspendPerson, { id: bob.user.id });
    const ids = [admin, ann, bob].map(({ user }) => user.id);
    const among = async (state: contract.AdminPersonState) =>
      idsOf((await admin.call(contract.getPeople, { state, limit: 100 })).body).filter((id) => ids.includes(id));
    const states = ['all', 'verified', 'unverified', 'suspended', 'administrators'] as const;
    const [host, unverified, suspended] = ids;
    expect(await Promise.all(states.map(among))).toEqual([
      ids.toReversed(),
      [suspended, host],
      [unverified],
      [suspended],
      [host],
    ]);
    for (const path of ['people?cursor=x', 'people?state=dead', 'people?limit=0', 'reports?state=x', 'audit?since=x'])
      expect([path, (await admin.send('GET', `/api/admin/${path}`)).status]).toEqual([path, 400]);
  });

  test('has pages that miss nobody and repeat nobody while accounts come and go', async () => {
    const admin = await anAdministrator();
    const all = [];
    for (let index = 0; index < 5; index += 1) all.push(await anUnverifiedUser({ name: 'Page Turner' }));
    const first = (await admin.call(contract.getPeople, { search: 'Page Turner', limit: 2 })).body;
    await anUnverifiedUser({ name: 'Page Turner' });
    await admin.call(contract.deletePerson, { id: all[3]?.user.id ?? admin.user.id });
    const seen = idsOf(first);
    for (let { cursor } = first; cursor !== null;) {
      const page = (await admin.call(contract.getPeople, { search: 'Page Turner', limit: 2, cursor })).body;
      seen.push(...idsOf(page));
      ({ cursor } = page);
    }
    expect(seen).toEqual(all.map(({ user }) => user.id).toReversed());
  });
});

test('[ADM-7] an administrator signs an account out everywhere, sends its owner a reset link, and deletes it as its owner could', async () => {
  const [admin, ann] = [await anAdministrator(), await aVerifiedUser()];
  const [on, phone] = [{ id: ann.user.id }, await connect(app, await anotherDevice(ann))];
  expect((await admin.call(contract.signOutPerson, on)).status).toBe(200);
  await vi.waitUntil(() => !phone.socket.connected);
  expect((await ann.call(contract.getSession, {})).status).toBe(401);
  expect((await find(admin, ann))?.lastUsedAt).toBeNull();

  await admin.call(contract.sendResetLink, on);
  const link = await app.mailbox.mailTo(ann.email, ({ subject }) => subject.startsWith('Reset'));
  const newPassword = 'Changed1#x';
  await app.client().call(contract.resetPassword, { token: tokenIn(link), newPassword });
  const back = await connect(app, await anotherDevice({ ...ann, password: newPassword }));

  expect((await admin.call(contract.deletePerson, on)).status).toBe(200);
  await vi.waitUntil(() => !back.socket.connected);
  const mail = await app.mailbox.mailTo(ann.email, ({ subject }) => subject.includes('was deleted'));
  expect(mail.text).toContain('An administrator of this server deleted it.');
  expect((await admin.call(contract.deletePerson, on)).status).toBe(404);
});

test('[ADM-12] no endpoint of administrators shows messages of others', async () => {
  const [admin, ann, bob] = [await anAdministrator(), await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  await ann.call(contract.sendMessage, { chatId, content: 'The treasure is under the oak', type: 'text' });
  await bob.call(contract.sendReport, { userId: ann.user.id, reason: 'Spam' });
  const shown = [
    await admin.call(contract.searchMessages, { q: 'treasure' }),
    await admin.call(contract.getPeople, {}),
    await admin.call(contract.getReports, {}),
    await admin.call(contract.getAudit, {}),
    await admin.call(contract.exportAudit, {}),
    await admin.call(contract.suspendPerson, { id: ann.user.id }),
  ];
  for (const { status, text } of shown) {
    expect(status).toBe(200);
    expect(text).not.toContain('treasure');
  }
});
