import * as contract from '@chat-app/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

// Nobody is an administrator by the environment.
const app = useOwnTestApp(() => ({ ADMIN_EMAILS: '' }));
const { aSignedUpUser, anAdministrator, anUnverifiedUser, aVerifiedUser, verificationToken } = people(app);

const isLast = { status: 403, body: { code: 'forbidden', message: contract.administrationTexts.lastAdministrator } };
const isAdmin = async (person: Person) => (await person.call(contract.getSession, {})).body.user.isAdmin;
const on = ({ user: { id } }: Person) => ({ id });
const administrators = () => app.database.sql<{ id: contract.UserId }[]>`
  select id from users where is_administrator and verified_at is not null and suspended_at is null`;

beforeEach(async () => {
  await app.database.sql`update users set is_administrator = false`;
});

const verify = async (person: Pick<Person, 'call' | 'email'>) =>
  person.call(contract.verifyEmail, { token: await verificationToken(person.email) });

describe('[ADM-2] on a new server, the first account of the machine itself', () => {
  test('becomes the administrator once it is verified, unless the next one was verified first, and nobody after it', async () => {
    const [typo, ann] = [await anUnverifiedUser(), await anUnverifiedUser()];
    expect(await isAdmin(ann)).toBe(false);
    await verify(ann);
    await verify(typo);
    expect([await isAdmin(ann), await isAdmin(typo)]).toEqual([true, false]);
    const { data } = (await ann.call(contract.getAudit, { action: 'admin.claim', actor: ann.user.id })).body;
    expect(data).toMatchObject([{ actor: { _id: ann.user.id }, target: { _id: ann.user.id } }]);
  });

  test('is one of many that sign up and verify at the same moment, and none behind a proxy or under another name', async () => {
    for (const [header, value] of Object.entries({ 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' })) {
      const [client, email] = [app.client(), `${header}@example.org`];
      const options = {
        body: { name: 'Remote', email, password: 'Secret1!x' },
        headers: { [header]: value },
      };
      expect((await client.send('POST', contract.register.path, options)).status).toBe(201);
      await verify({ ...client, email });
      expect((await client.call(contract.getSession, {})).body.user).toMatchObject({
        isVerified: true,
        isAdmin: false,
      });
    }
    await Promise.all(Array.from({ length: 4 }, () => aSignedUpUser()));
    expect(await administrators()).toHaveLength(1);
  });
});

describe('[ADM-8] administrators', () => {
  test('make others administrators and ordinary users again, who learn of it on their open pages at once', async () => {
    const [admin, ann] = [await anAdministrator(), await aVerifiedUser()];
    const [hosts, anns] = [await connect(app, admin), await connect(app, ann)];
    expect((await admin.call(contract.grantAdministration, on(ann))).body.person.isAdmin).toBe(true);
    await anns.waitFor('accountChanged');
    // Nothing changes.
    await admin.call(contract.grantAdministration, on(ann));
    expect([await isAdmin(ann), (await ann.call(contract.getPeople, {})).status]).toEqual([true, 200]);
    expect((await ann.call(contract.revokeAdministration, on(admin))).body.person.isAdmin).toBe(false);
    await hosts.waitFor('accountChanged');
    expect((await admin.call(contract.getPeople, {})).status).toBe(404);
    for (const device of [hosts, anns]) {
      await device.settle();
      expect(device.all('accountChanged')).toHaveLength(1);
    }
  });

  test('cannot all go: the last one is neither revoked, suspended nor deleted, by anybody', async () => {
    const admin = await anAdministrator();
    for (const endpoint of [contract.revokeAdministration, contract.suspendPerson, contract.deletePerson])
      expect(await admin.call(endpoint, on(admin))).toMatchObject(isLast);
    expect(await admin.call(contract.deleteAccount, { password: admin.password })).toMatchObject(isLast);
    // Only who is verified and not suspended can take over.
    const [unverified, ann, bob] = [await anUnverifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    await admin.call(contract.suspendPerson, on(ann));
    for (const person of [unverified, ann])
      expect((await admin.call(contract.grantAdministration, on(person))).status).toBe(403);
    expect(await administrators()).toEqual([on(admin)]);
    await admin.call(contract.grantAdministration, on(bob));
    expect((await admin.call(contract.deleteAccount, { password: admin.password })).status).toBe(200);
  });

  test.each<[string, (by: Person, other: Person) => Promise<{ status: number }>]>([
    ['revoke each other', (by, other) => by.call(contract.revokeAdministration, on(other))],
    ['suspend each other', (by, other) => by.call(contract.suspendPerson, on(other))],
    ['delete each other', (by, other) => by.call(contract.deletePerson, on(other))],
    ['leave', (by) => by.call(contract.deleteAccount, { password: by.password })],
  ])('of whom two %s at the same moment leave one', async (_, remove) => {
    for (let round = 0; round < 2; round += 1) {
      await app.database.sql`update users set is_administrator = false`;
      const [ann, bob] = [await anAdministrator(), await anAdministrator()];
      const answers = await Promise.all([remove(ann, bob), remove(bob, ann)]);
      expect(await administrators()).toHaveLength(1);
      const [first, second] = answers.map(({ status }) => status).toSorted();
      expect(first).toBe(200);
      expect([401, 403, 404]).toContain(second);
    }
  });
});
