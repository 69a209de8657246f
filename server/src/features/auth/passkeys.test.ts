import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../../test/authenticator.ts';
import type { HttpClient } from '../../../test/http-client.ts';
import { passwordResets } from '../../../test/password-resets.ts';
import { type Person, people, tokenIn } from '../../../test/people.ts';
import { beginLogin, turnOnSecondFactor } from '../../../test/second-factors.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { answerDuring } from '../../../test/waiting-queries.ts';

const app = useOwnTestApp(() => ({ PUBLIC_URL: 'https://chat.example.org' }));
const { anAdministrator, aVerifiedUser } = people(app);
const { reset, resetToken } = passwordResets(app);

const page = { origin: 'https://chat.example.org' };
const anAuthenticator = (from: Parameters<typeof createAuthenticator>[0] = page) => createAuthenticator(from);
const optionsToAdd = async (person: Person) => (await person.call(contract.getPasskeyOptions, {})).body;
const loginOptions = async (client: HttpClient) => (await client.call(contract.getPasskeyLoginOptions, {})).body;
type Passkey = contract.InputOf<typeof contract.addPasskey>['passkey'];
const add = (person: Person, passkey: Passkey, name?: string) => person.call(contract.addPasskey, { passkey, name });

async function addPasskey(person: Person, name?: string) {
  const key = anAuthenticator();
  const { status, body } = await add(person, key.create(await optionsToAdd(person)), name);
  expect(status).toBe(201);
  return { key, passkey: body.passkey };
}

/** A person with a passkey, and another one. */
async function twoPeople() {
  const [ann, eve] = [await aVerifiedUser(), await aVerifiedUser()];
  return { ann, eve, ...(await addPasskey(ann)) };
}

async function signIn(key: Authenticator, deviations: Parameters<Authenticator['get']>[1] = {}, client = app.client()) {
  const passkey = key.get(await loginOptions(client), deviations);
  const { status, body } = await client.call(contract.passkeyLogin, { passkey });
  return { status, body, client, passkey };
}

const isReport = ({ subject }: { subject: string }) => subject === 'A passkey for Chat App was added';
const refused = { status: 401, body: { code: 'bad_credentials', message: contract.passkeyTexts.refused } };
const listOf = async (person: Person) => (await person.call(contract.getPasskeys, {})).body.data;

describe('[AUTH-350] adding a passkey', () => {
  test('asks for one that is discoverable and verifies its user; needs the password unless the sign-in is recent', async () => {
    const ann = await aVerifiedUser();
    const { passkey, key } = await addPasskey(ann, '  My phone ');
    expect(passkey).toMatchObject({ name: 'My phone', lastUsedAt: null });
    expect(await listOf(ann)).toEqual([passkey]);
    expect(await optionsToAdd(ann)).toMatchObject({
      rp: { id: 'chat.example.org', name: 'Chat App' },
      user: { name: ann.email, displayName: ann.user.name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.credentialId, transports: ['internal'] }],
    });
    await app.mailbox.mailTo(ann.email, isReport);
    expect((await addPasskey(ann)).passkey.name).toBe('Passkey');

    const { sql } = app.database;
    await sql`update sessions set created_at = created_at - interval '11 minutes' where user_id = ${ann.user.id}`;
    const statusWith = async (given: { password?: string }) =>
      (await ann.call(contract.getPasskeyOptions, given)).status;
    const needed = { status: 400, body: { fields: { password: contract.passkeyTexts.passwordNeeded } } };
    expect(await ann.call(contract.getPasskeyOptions, {})).toMatchObject(needed);
    expect([await statusWith({ password: 'Wrong1!x' }), await statusWith({ password: ann.password })]).toEqual([
      400, 200,
    ]);
  });

  test('refuses a deviating one, and never looks at certificates, whose addresses a server would have to fetch', async () => {
    const ann = await aVerifiedUser();
    const changed = (creation: Passkey, response: object) =>
      ({ ...creation, response: { ...creation.response, ...response } }) as Passkey;
    const deviations: Record<string, (key: Authenticator, challenge: string) => Passkey> = {
      'another challenge': (key) => key.create({ challenge: 'A'.repeat(43) }),
      'another kind of answer': (key, challenge) => key.create({ challenge }, { type: 'webauthn.get' }),
      'a user who was not verified': (key, challenge) => key.create({ challenge }, { isVerified: false }),
      'another origin': (_, challenge) => anAuthenticator({ origin: 'https://evil.example.org' }).create({ challenge }),
      'another host': (_, challenge) => anAuthenticator({ ...page, host: 'evil.example.org' }).create({ challenge }),
      'no attestation': (key, challenge) => changed(key.create({ challenge }), { attestationObject: 'oA' }),
      'a transport that is none': (key, challenge) => changed(key.create({ challenge }), { transports: ['\0'] }),
      'no JSON': (key, challenge) => changed(key.create({ challenge }), { clientDataJSON: 'AAAA' }),
    };
    for (const format of ['android-key', 'apple', 'tpm', 'fido-u2f', 'android-safetynet', 'packed'])
      deviations[format] = (key, challenge) => key.create({ challenge }, { format });
    for (const [deviation, make] of Object.entries(deviations)) {
      const passkey = make(anAuthenticator(), (await optionsToAdd(ann)).challenge);
      const { status, body } = await add(ann, passkey);
      expect([deviation, status, body.message]).toEqual([deviation, 400, contract.passkeyTexts.refused]);
    }
    expect(await listOf(ann)).toEqual([]);
  });

  test('takes a challenge of its own user, once and for ten minutes, and a credential of nobody else, once, in a session that lasts', async () => {
    const [ann, eve, key] = [await aVerifiedUser(), await aVerifiedUser(), anAuthenticator()];
    const passkey = key.create(await optionsToAdd(ann));
    expect((await add(eve, passkey)).status).toBe(400);
    const both = await Promise.all([add(ann, passkey), add(ann, passkey)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect((await add(ann, anAuthenticator().create(await loginOptions(ann)))).status).toBe(400);
    const late = anAuthenticator().create(await optionsToAdd(ann));
    await app.database.sql`update passkey_challenges set expires_at = now() where user_id = ${ann.user.id}`;
    expect((await add(ann, late)).status).toBe(400);

    const alreadyAdded = { status: 400, body: { message: contract.passkeyTexts.alreadyAdded } };
    for (const person of [ann, eve])
      expect(await add(person, key.create(await optionsToAdd(person)))).toMatchObject(alreadyAdded);
    expect((await signIn(key)).body.user.id).toBe(ann.user.id);

    const another = anAuthenticator().create(await optionsToAdd(eve));
    expect((await whileDeleting('sessions', eve, () => add(eve, another))).status).toBe(400);
    expect(await app.database.sql`select from passkeys where user_id = ${eve.user.id}`).toHaveLength(0);
  });

  test('is limited to twenty', async () => {
    const ann = await aVerifiedUser();
    const { challenge } = await optionsToAdd(ann);
    for (let count = 0; count < 20; count += 1) await addPasskey(ann);
    const full = { status: 409, body: { code: 'limit_reached' } };
    expect(await ann.call(contract.getPasskeyOptions, {})).toMatchObject(full);
    expect(await add(ann, anAuthenticator().create({ challenge }))).toMatchObject(full);
  });
});

describe('[AUTH-351] signing in with a passkey', () => {
  test('[ADM-6] takes nothing else, also with two-step login; a suspended account is informed, and gets no session', async () => {
    const [admin, { ann, key }] = [await anAdministrator(), await twoPeople()];
    await turnOnSecondFactor(ann);
    expect((await beginLogin(app.client(), ann)).code).toBe('second_factor_required');
    const { status, body, client } = await signIn(key, { userHandle: ann.user.id });
    expect([status, body.user.id]).toEqual([200, ann.user.id]);
    expect((await client.call(contract.getSession, {})).status).toBe(200);
    const [passkey] = await listOf(ann);
    expect(passkey?.lastUsedAt).not.toBeNull();
    await app.mailbox.mailTo(ann.email, ({ subject }) => subject.startsWith('New sign-in'));

    await admin.call(contract.suspendPerson, { id: ann.user.id });
    expect(await signIn(key)).toMatchObject({ status: 403, body: { message: 'This account has been suspended' } });
    expect(await app.database.sql`select from sessions where user_id = ${ann.user.id}`).toEqual([]);
    await admin.call(contract.resumePerson, { id: ann.user.id });
    expect((await signIn(key)).status).toBe(200);
  });

  test('is refused with a deviating answer, a foreign signature, and without a passkey; names no account', async () => {
    const { key } = await twoPeople();
    const options = await loginOptions(app.client());
    expect(options).toMatchObject({ rpId: 'chat.example.org', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
    expect((await signIn(key)).status).toBe(200);
    const deviations: Record<string, Parameters<Authenticator['get']>[1]> = {
      'another challenge': { challenge: 'A'.repeat(43) },
      'another kind of answer': { type: 'webauthn.create' },
      'a user who was not verified': { isVerified: false },
      'a counter that went back': { counter: 1 },
      'the handle of another user': { userHandle: '01890a5d-ac96-774b-bcce-000000000009' },
    };
    for (const [deviation, deviating] of Object.entries(deviations)) {
      const { status, body, client } = await signIn(key, deviating);
      expect({ deviation, status, body }).toMatchObject({ deviation, ...refused });
      expect((await client.call(contract.getSession, {})).status).toBe(401);
    }
    const elsewhere = anAuthenticator({ origin: 'https://evil.example.org' });
    for (const other of [elsewhere, anAuthenticator({ ...page, host: 'x.org' }), anAuthenticator()]) {
      // The key of somebody else, under the id of Ann's.
      const passkey = { ...other.get(await loginOptions(app.client())), id: key.credentialId, rawId: key.credentialId };
      expect(await app.client().call(contract.passkeyLogin, { passkey })).toMatchObject(refused);
    }
    expect(await signIn(anAuthenticator())).toMatchObject({
      status: 401,
      body: { message: contract.passkeyTexts.unknown },
    });
  });

  test('accepts an answer once, also of two requests at the same time and of an authenticator that does not count', async () => {
    const [ann, key] = [await aVerifiedUser(), anAuthenticator()];
    expect((await add(ann, key.create(await optionsToAdd(ann), { counter: 0 }))).status).toBe(201);
    for (let times = 0; times < 2; times += 1) {
      const passkey = key.get(await loginOptions(app.client()), { counter: 0 });
      const send = async () => (await app.client().call(contract.passkeyLogin, { passkey })).status;
      expect((await Promise.all([send(), send()])).toSorted()).toEqual([200, 401]);
      expect(await send()).toBe(401);
    }
  });
});

describe('[AUTH-352] a passkey', () => {
  test('is removed by its owner only, and no longer works, nor while it is being removed', async () => {
    const { ann, eve, key, passkey } = await twoPeople();
    const remove = async (person: Person) => (await person.call(contract.removePasskey, { id: passkey._id })).status;
    expect([await remove(eve), await remove(ann), await remove(ann)]).toEqual([404, 200, 404]);
    expect((await signIn(key)).body).toMatchObject({ message: contract.passkeyTexts.unknown });
    await app.mailbox.mailTo(ann.email, ({ subject }) => subject === 'A passkey for Chat App was removed');
    const { key: next } = await addPasskey(ann);
    expect((await whileDeleting('passkeys', ann, () => signIn(next))).status).toBe(401);
  });

  test('that a stranger added is removed by the link in its mail, however many follow it; those from before stay', async () => {
    const { ann, key: own } = await twoPeople();
    await app.mailbox.mailTo(ann.email, isReport);
    // The link in it has expired.
    await app.database.sql`delete from security_links where user_id = ${ann.user.id}`;
    const { key: strange } = await addPasskey(ann);
    const token = tokenIn(await app.mailbox.mailTo(ann.email, isReport));
    for (let count = 0; count < 25; count += 1)
      await ann.call(contract.removePasskey, { id: (await addPasskey(ann)).passkey._id });
    const links = await app.database.sql`
      select from security_links where user_id = ${ann.user.id} and undoes_passkey`;
    expect(links).toHaveLength(20);
    // The owner notices only that the password does not work any more.
    expect((await reset(await resetToken(ann), 'Another1!y')).status).toBe(200);
    expect((await reset(token, 'Another2!y')).status).toBe(200);
    expect([(await signIn(strange)).status, (await signIn(own)).status]).toEqual([401, 200]);
  });

  test('added after a change of the address is removed when that is undone', async () => {
    const { ann, key: own } = await twoPeople();
    await ann.call(contract.changeEmail, { password: ann.password, email: 'stranger@example.org' });
    const { key: strange } = await addPasskey(ann);
    const warning = await app.mailbox.mailTo(ann.email, ({ subject }) => subject.includes('address'));
    expect((await app.client().call(contract.undoEmailChange, { token: tokenIn(warning) })).status).toBe(200);
    expect([(await signIn(strange)).status, (await signIn(own)).status]).toEqual([401, 200]);
  });

  test('can delete the account instead of the password, if it is the own one', async () => {
    const { ann, eve, key } = await twoPeople();
    const { key: eves } = await addPasskey(eve);
    const prove = async (by: HttpClient, using: Authenticator) =>
      by.call(contract.deleteAccount, { passkey: using.get(await loginOptions(app.client())) });
    const passwordMissing = { status: 400, body: { fields: { password: expect.anything() } } };
    expect(await ann.call(contract.deleteAccount, {})).toMatchObject(passwordMissing);
    expect((await prove(ann, eves)).status).toBe(400);
    // A stolen session could have added it.
    expect(await prove(ann, key)).toMatchObject({ status: 400, body: { message: contract.passkeyTexts.tooNew } });
    const { client } = await signIn(key);
    expect((await prove(client, key)).status).toBe(200);
    expect((await signIn(key)).status).toBe(401);
  });
});

/** As a reset of the password does, which locks the account first. */
const whileDeleting = <Answer>(
  table: 'passkeys' | 'sessions',
  { user: { id } }: Person,
  request: () => Promise<Answer>,
) =>
  answerDuring(
    app,
    async (tx) => {
      await tx`select from users where id = ${id} for update`;
      await tx`delete from ${tx.identifier(table)} where user_id = ${id}`;
    },
    request,
  );
