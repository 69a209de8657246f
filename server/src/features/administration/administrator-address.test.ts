import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import type { HttpClient } from '../../../test/http-client.ts';
import { passwordResets } from '../../../test/password-resets.ts';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const address = (name: string) => `${name}@corp.example`;
const app = useOwnTestApp(() => ({ ADMIN_EMAILS: ['boss', 'chief', 'head'].map(address).join() }));
const { anAdministrator, verificationToken } = people(app);
const { reset, resetToken } = passwordResets(app);
const password = 'Secret1!x';
const fixed = { status: 403, body: { message: contract.administrationTexts.fixedAdministrator } };

async function signUp(email: string) {
  const client = app.client();
  await client.call(contract.register, { name: 'Somebody', email, password });
  return { ...client, email };
}
const verify = async (email: string, client: HttpClient) =>
  (await client.call(contract.verifyEmail, { token: await verificationToken(email) })).status;
const isAdminOf = async (client: HttpClient) => (await client.call(contract.getSession, {})).body.user?.isAdmin;

describe('[ADM-50] an address that ADMIN_EMAILS names', () => {
  test('[ADM-1] makes an administrator of who signs up and opens the link in the same browser, whom nobody can revoke, and no other account gets the address', async () => {
    const boss = await signUp(address('boss').toUpperCase());
    expect(await isAdminOf(boss)).toBe(false);
    expect(await verify(address('boss'), boss)).toBe(200);
    expect(await isAdminOf(boss)).toBe(true);
    expect((await app.client().call(contract.login, { email: boss.email, password })).status).toBe(200);

    const admin = await anAdministrator();
    const shown = async () => (await admin.call(contract.getPeople, { search: address('boss') })).body.data;
    const id = (await shown())[0]?._id ?? admin.user.id;
    for (const endpoint of [contract.revokeAdministration, contract.suspendPerson, contract.deletePerson])
      expect(await admin.call(endpoint, { id })).toMatchObject(fixed);
    expect(await shown()).toMatchObject([{ isAdmin: true, isAdminFixed: true }]);
    // Its account would no longer be an administrator.
    expect(await boss.call(contract.changeEmail, { password, email: 'elsewhere@corp.example' })).toMatchObject(fixed);
    const taken = await admin.call(contract.changeEmail, { password: admin.password, email: address('head') });
    expect(taken).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  test('is of no use to a stranger whose link its owner opens', async () => {
    const stranger = await signUp(address('chief'));
    const owner = app.client();
    expect(await verify(stranger.email, owner)).toBe(200);
    expect((await stranger.call(contract.getSession, {})).status).toBe(401);
    expect((await app.client().call(contract.login, { email: stranger.email, password })).status).toBe(401);

    const newPassword = 'Another1!y';
    await reset(await resetToken(stranger), newPassword, owner);
    await owner.call(contract.login, { email: stranger.email, password: newPassword });
    expect(await isAdminOf(owner)).toBe(true);
  });
});
