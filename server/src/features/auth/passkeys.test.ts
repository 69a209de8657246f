import * as contract from '@chat-app/contract';
import { passkeyTexts } from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../../test/authenticator.ts';
import type { HttpClient } from '../../../test/http-client.ts';
import { type Person, people, tokenIn } from '../../../test/people.ts';
import { beginLogin, turnOnSecondFactor } from '../../../test/second-factors.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import type { Sql } from '../../platform/db/database.ts';

const app = useOwnTestApp(() => ({ PUBLIC_URL: 'https://chat.example.org' }));
const { anAdministrator, aVerifiedUser } = people(app);

const page = { origin: 'https://chat.example.org' };
const anAuthenticator = (from = page) => createAuthenticator(from);
const optionsToAdd = async (person: Person) => (await person.call(contract.getPasskeyOptions, {})).body;
const loginOptions = async (client: HttpClient) => (await client.call(contract.getPasskeyLoginOptions, {})).body;

async function addPasskey(person: Person, key: Authenticator = anAuthenticator(), name?: string) {
  const passkey = key.create(await optionsToAdd(person));
  const { status, body } = await person.call(contract.addPasskey, { passkey, name });
  expect(status).toBe(201);
  return { key, passkey: body.passkey };
}

async function signIn(key: Authenticator, deviations: Parameters<Authenticator['get']>[1] = {}, client = app.client()) {
  const passkey = key.get(await loginOptions(client), deviations);
  const { status, body } = await client.call(contract.passkeyLogin, { passkey });
  return { status, body, client, passkey };
}

const refused = { status: 401, body: { code: 'bad_credentials', message: passkeyTexts.refused } };
const listOf = async (person: Person) => (await person.call(contract.getPasskeys, {})).body.data;

describe('[AUTH-350] adding a passkey', () => {
  test('asks for one that is discoverable and verifies its user, for this server', async () => {
    const ann = await aVerifiedUser();
    const { passkey, key } = await addPasskey(ann, anAuthenticator(), '  My phone ');
    expect(passkey).toMatchObject({ name: 'My phone', lastUsedAt: null });
    expect(await listOf(ann)).toEqual([passkey]);
    expect(await optionsToAdd(ann)).toMatchObject({
      rp: { id: 'chat.example.org', name: 'Chat App' },
      user: { name: ann.email, displayName: ann.user.name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.credentialId, transports: ['internal'] }],
    });
    const mail = await app.mailbox.mailTo(ann.email, ({ subject }) => subject.startsWith('A passkey'));
    expect(mail.subject).toBe('A passkey for Chat App was added');
    expect((await addPasskey(ann)).passkey.name).toBe('Passkey');
  });

  test.each<[string, (key: Authenticator, challenge: string) => object]>([
    ['another challenge', (key) => key.create({ challenge: 'A'.repeat(43) })],
    ['another kind of answer', (key, challenge) => key.create({ challenge }, { type: 'webauthn.get' })],
    ['a user who was not verified', (key, challenge) => key.create({ challenge }, { isVerified: false })],
    ['another origin', (_, challenge) => anAuthenticator({ origin: 'https://evil.example.org' }).create({ challenge })],
    [
      'another host',
      (_, challenge) => createAuthenticator({ ...page, host: 'evil.example.org' }).create({ challenge }),
    ],
    ['no attestation', (key, challenge) => changed(key.create({ challenge }), { attestationObject: 'oA' })],
    ['a transport that is none', (key, challenge) => changed(key.create({ challenge }), { transports: ['\0'] })],
    ['no JSON', (key, challenge) => changed(key.create({ challenge }), { clientDataJSON: 'AAAA' })],
  ])('refuses one with %s, and the challenge is used up', async (_, make) => {
    const ann = await aVerifiedUser();
    const { challenge } = await optionsToAdd(ann);
    const key = anAuthenticator();
    const passkey = make(key, challenge) as contract.InputOf<typeof contract.addPasskey>['passkey'];
    const answer = await ann.call(contract.addPasskey, { passkey });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', message: passkeyTexts.refused } });
    expect(await listOf(ann)).toEqual([]);
  });

  test('never looks at certificates, whose addresses a server would have to fetch', async () => {
    const ann = await aVerifiedUser();
    for (const format of ['android-key', 'apple', 'tpm', 'fido-u2f', 'android-safetynet', 'packed']) {
      const passkey = anAuthenticator().create(await optionsToAdd(ann), { format });
      expect([format, (await ann.call(contract.addPasskey, { passkey })).status]).toEqual([format, 400]);
    }
    expect(await listOf(ann)).toEqual([]);
  });

  test('fails when the session ended while the request was under way', async () => {
    const ann = await aVerifiedUser();
    const passkey = anAuthenticator().create(await optionsToAdd(ann));
    let adding: ReturnType<typeof ann.call<typeof contract.addPasskey>> | undefined;
    await whileLocked(
      ann,
      () => {
        adding = ann.call(contract.addPasskey, { passkey });
      },
      (tx) => tx`delete from sessions where user_id = ${ann.user.id}`,
    );
    expect((await adding)?.status).toBe(400);
    expect(await app.database.sql`select from passkeys where user_id = ${ann.user.id}`).toHaveLength(0);
  });

  test('takes a challenge of its own user, once and for ten minutes', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const key = anAuthenticator();
    const passkey = key.create(await optionsToAdd(ann));
    expect((await bob.call(contract.addPasskey, { passkey })).status).toBe(400);
    const both = await Promise.all([
      ann.call(contract.addPasskey, { passkey }),
      ann.call(contract.addPasskey, { passkey }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    const forLogin = anAuthenticator().create(await loginOptions(ann));
    expect((await ann.call(contract.addPasskey, { passkey: forLogin })).status).toBe(400);

    const late = anAuthenticator().create(await optionsToAdd(ann));
    await app.database.sql`update passkey_challenges set expires_at = now() where user_id = ${ann.user.id}`;
    expect((await ann.call(contract.addPasskey, { passkey: late })).status).toBe(400);
  });

  test('is not possible twice with one credential, nor with that of somebody else', async () => {
    const [ann, eve] = [await aVerifiedUser(), await aVerifiedUser()];
    const { key } = await addPasskey(ann);
    for (const person of [ann, eve]) {
      const passkey = key.create(await optionsToAdd(person));
      expect(await person.call(contract.addPasskey, { passkey })).toMatchObject({
        status: 400,
        body: { message: passkeyTexts.alreadyAdded },
      });
    }
    expect((await signIn(key)).body.user.id).toBe(ann.user.id);
  });

  test('needs the password unless the sign-in is recent, and a verified address', async () => {
    const ann = await aVerifiedUser();
    await app.database.sql`
      update sessions set created_at = created_at - interval '11 minutes' where user_id = ${ann.user.id}`;
    expect(await ann.call(contract.getPasskeyOptions, {})).toMatchObject({
      status: 400,
      body: { fields: { password: passkeyTexts.passwordNeeded } },
    });
    expect((await ann.call(contract.getPasskeyOptions, { password: 'Wrong1!x' })).status).toBe(400);
    expect((await ann.call(contract.getPasskeyOptions, { password: ann.password })).status).toBe(200);
  });

  test('is limited to twenty', async () => {
    const ann = await aVerifiedUser();
    const { challenge } = await optionsToAdd(ann);
    for (let count = 0; count < 20; count += 1) await addPasskey(ann);
    expect(await ann.call(contract.getPasskeyOptions, {})).toMatchObject({
      status: 409,
      body: { code: 'limit_reached' },
    });
    const passkey = anAuthenticator().create({ challenge });
    expect((await ann.call(contract.addPasskey, { passkey })).status).toBe(409);
  });
});

describe('[AUTH-351] signing in with a passkey', () => {
  test('takes nothing else, also with two-step login', async () => {
    const ann = await aVerifiedUser();
    const { key } = await addPasskey(ann);
    await turnOnSecondFactor(ann);
    expect((await beginLogin(app.client(), ann)).code).toBe('second_factor_required');
    const { status, body, client } = await signIn(key, { userHandle: ann.user.id });
    expect([status, body.user.id]).toEqual([200, ann.user.id]);
    expect((await client.call(contract.getSession, {})).status).toBe(200);
    const [passkey] = await listOf(ann);
    expect(passkey?.lastUsedAt).not.toBeNull();
    await app.mailbox.mailTo(ann.email, ({ subject }) => subject.startsWith('New sign-in'));
  });

  test('offers the same to everybody, and names no account', async () => {
    const options = await loginOptions(app.client());
    expect(options).toMatchObject({ rpId: 'chat.example.org', userVerification: 'required' });
    expect(options).not.toHaveProperty('allowCredentials');
  });

  test.each<[string, Parameters<Authenticator['get']>[1]]>([
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['another kind of answer', { type: 'webauthn.create' }],
    ['a user who was not verified', { isVerified: false }],
    ['a counter that went back', { counter: 1 }],
    ['the handle of another user', { userHandle: '01890a5d-ac96-774b-bcce-000000000009' }],
  ])('is refused with %s', async (_, deviations) => {
    const { key } = await addPasskey(await aVerifiedUser());
    expect((await signIn(key)).status).toBe(200);
    const { status, body, client } = await signIn(key, deviations);
    expect({ status, body }).toMatchObject(refused);
    expect((await client.call(contract.getSession, {})).status).toBe(401);
  });

  test('is refused from another origin, for another host, with a foreign signature, and without a passkey', async () => {
    const ann = await aVerifiedUser();
    const { key } = await addPasskey(ann);
    const others = [
      anAuthenticator({ origin: 'https://evil.example.org' }),
      createAuthenticator({ ...page, host: 'x.org' }),
    ];
    for (const other of [...others, anAuthenticator()]) {
      // The key of somebody else, under the id of Ann's.
      const passkey = { ...other.get(await loginOptions(app.client())), id: key.credentialId, rawId: key.credentialId };
      expect(await app.client().call(contract.passkeyLogin, { passkey })).toMatchObject(refused);
    }
    const { status, body } = await signIn(anAuthenticator());
    expect({ status, body }).toMatchObject({ status: 401, body: { message: passkeyTexts.unknown } });
  });

  test('accepts an answer once, also of two requests at the same time', async () => {
    const { key } = await addPasskey(await aVerifiedUser());
    const passkey = key.get(await loginOptions(app.client()));
    const send = () => app.client().call(contract.passkeyLogin, { passkey });
    const statuses = (await Promise.all([send(), send()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401]);
    expect((await send()).status).toBe(401);
  });

  test('works with an authenticator that does not count', async () => {
    const ann = await aVerifiedUser();
    const key = anAuthenticator();
    const passkey = key.create(await optionsToAdd(ann), { counter: 0 });
    expect((await ann.call(contract.addPasskey, { passkey })).status).toBe(201);
    for (let times = 0; times < 2; times += 1) expect((await signIn(key, { counter: 0 })).status).toBe(200);
  });
});

describe('[ADM-6] a suspended account', () => {
  test('is informed after signing in with a passkey, and has no session', async () => {
    const [admin, ann] = [await anAdministrator(), await aVerifiedUser()];
    const { key } = await addPasskey(ann);
    await admin.call(contract.suspendPerson, { id: ann.user.id });
    const { status, body } = await signIn(key);
    expect({ status, body }).toMatchObject({ status: 403, body: { message: 'This account has been suspended' } });
    expect(await app.database.sql`select from sessions where user_id = ${ann.user.id}`).toEqual([]);

    await admin.call(contract.resumePerson, { id: ann.user.id });
    expect((await signIn(key)).status).toBe(200);
  });
});

describe('[AUTH-352] a passkey', () => {
  test('is removed by its owner only, and no longer works', async () => {
    const [ann, eve] = [await aVerifiedUser(), await aVerifiedUser()];
    const { key, passkey } = await addPasskey(ann);
    expect((await eve.call(contract.removePasskey, { id: passkey._id })).status).toBe(404);
    expect((await ann.call(contract.removePasskey, { id: passkey._id })).status).toBe(200);
    expect((await ann.call(contract.removePasskey, { id: passkey._id })).status).toBe(404);
    expect((await signIn(key)).body).toMatchObject({ message: passkeyTexts.unknown });
    await app.mailbox.mailTo(ann.email, ({ subject }) => subject === 'A passkey for Chat App was removed');
  });

  test('that a stranger added is removed by the link in the mail, those from before stay', async () => {
    const ann = await aVerifiedUser();
    const { key: own } = await addPasskey(ann);
    const mails = () =>
      app.mailbox.all().filter(({ to, subject }) => to === ann.email && subject === 'A passkey for Chat App was added');
    await vi.waitUntil(() => mails().length === 1);
    const { key: strange } = await addPasskey(ann);
    // The owner notices only that the password does not work any more.
    await ann.call(contract.forgotPassword, { email: ann.email });
    const reset = await app.mailbox.mailTo(ann.email, ({ subject }) => subject.startsWith('Reset'));
    await app.client().call(contract.resetPassword, { token: tokenIn(reset), newPassword: 'Another1!y' });
    await vi.waitUntil(() => mails().length === 2);
    const token = tokenIn(mails()[1] ?? { links: [] });
    expect((await app.client().call(contract.resetPassword, { token, newPassword: 'Another2!y' })).status).toBe(200);
    expect((await signIn(strange)).status).toBe(401);
    expect((await signIn(own)).status).toBe(200);
  });

  test('is removed by the first link, however many mails follow it', async () => {
    const ann = await aVerifiedUser();
    const { key: strange } = await addPasskey(ann);
    const first = await app.mailbox.mailTo(ann.email, ({ subject }) => subject === 'A passkey for Chat App was added');
    for (let count = 0; count < 25; count += 1) {
      const { passkey } = await addPasskey(ann);
      await ann.call(contract.removePasskey, { id: passkey._id });
    }
    const [links] = await app.database.sql<{ count: number }[]>`
      select count(*)::int as count from security_links where user_id = ${ann.user.id} and undoes_passkey`;
    expect(links?.count).toBe(20);
    const reset = { token: tokenIn(first), newPassword: 'Another1!y' };
    expect((await app.client().call(contract.resetPassword, reset)).status).toBe(200);
    expect((await signIn(strange)).status).toBe(401);
  });

  test('that is removed while it signs in opens no session', async () => {
    const ann = await aVerifiedUser();
    const { key } = await addPasskey(ann);
    let signingIn: ReturnType<typeof signIn> | undefined;
    await whileLocked(
      ann,
      () => {
        signingIn = signIn(key);
      },
      (tx) => tx`delete from passkeys where user_id = ${ann.user.id}`,
    );
    expect((await signingIn)?.status).toBe(401);
  });

  test('added after a change of the address is removed when that is undone', async () => {
    const ann = await aVerifiedUser();
    const { key: own } = await addPasskey(ann);
    await ann.call(contract.changeEmail, { password: ann.password, email: 'stranger@example.org' });
    const { key: strange } = await addPasskey(ann);
    const warning = await app.mailbox.mailTo(ann.email, ({ subject }) => subject.includes('address'));
    expect((await app.client().call(contract.undoEmailChange, { token: tokenIn(warning) })).status).toBe(200);
    expect((await signIn(strange)).status).toBe(401);
    expect((await signIn(own)).status).toBe(200);
  });

  test('can delete the account instead of the password, if it is the own one', async () => {
    const [ann, eve] = [await aVerifiedUser(), await aVerifiedUser()];
    const [{ key }, { key: eves }] = [await addPasskey(ann), await addPasskey(eve)];
    const prove = async (by: HttpClient, using: Authenticator) =>
      by.call(contract.deleteAccount, { passkey: using.get(await loginOptions(app.client())) });
    expect(await ann.call(contract.deleteAccount, {})).toMatchObject({
      status: 400,
      body: { fields: { password: expect.anything() } },
    });
    expect((await prove(ann, eves)).status).toBe(400);
    // A stolen session could have added it.
    expect(await prove(ann, key)).toMatchObject({ status: 400, body: { message: passkeyTexts.tooNew } });
    const { client } = await signIn(key);
    expect((await prove(client, key)).status).toBe(200);
    expect((await signIn(key)).status).toBe(401);
  });
});

/** Locks the account, and changes something as soon as a request waits for it, as a reset of the password does. */
const whileLocked = ({ user: { id } }: Person, begin: () => void, change: (tx: Sql) => PromiseLike<unknown>) =>
  app.database.transaction(async (tx) => {
    await tx`select from users where id = ${id} for update`;
    begin();
    await vi.waitUntil(
      async () =>
        (
          await app.database.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).length > 0,
    );
    await change(tx);
  });

type Creation = ReturnType<Authenticator['create']>;
const changed = (creation: Creation, response: Partial<Creation['response']>) => ({
  ...creation,
  response: { ...creation.response, ...response },
});
