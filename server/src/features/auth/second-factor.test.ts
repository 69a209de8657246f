import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import type { HttpClient } from '../../../test/http-client.ts';
import { passwordResets } from '../../../test/password-resets.ts';
import { people, type Person, tokenIn } from '../../../test/people.ts';
import { beginLogin, codeAt, completeLogin, turnOnSecondFactor, wrongCode } from '../../../test/second-factors.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aSignedUpUser, anUnverifiedUser, aVerifiedUser } = people(app);
const { reset, resetToken } = passwordResets(app);

/** The first step, in a new browser unless another is given. */
const begin = (person: Person, client: HttpClient = app.client()) => beginLogin(client, person);
const isSignedIn = async (client: HttpClient) => (await client.call(contract.getSession, {})).status === 200;

const subjectsTo = (email: string) => app.mailbox.all().flatMap(({ to, subject }) => (to === email ? [subject] : []));
const mailAbout = (email: string, topic: string) => app.mailbox.mailTo(email, ({ subject }) => subject.includes(topic));
const resetPassword = async (person: Person, newPassword: string) => reset(await resetToken(person), newPassword);

/** The status of the second step of a login that has begun. */
const complete = async ({ client, ticket }: { client: HttpClient; ticket: string }, code: string) =>
  (await completeLogin(client, ticket, code)).status;

describe('[AUTH-321] turning two-step login on', () => {
  const confirm = async (person: Person, code: string) => (await person.call(contract.confirmTotp, { code })).status;
  const setUp = ({ password, ...person }: Person) => person.call(contract.setUpTotp, { password });

  test('takes the password and a code; before that, the password is still enough; hashes are stored', async () => {
    const ann = await aVerifiedUser();
    expect((await setUp({ ...ann, password: 'Wrong1!x' })).status).toBe(400);
    const { body } = await setUp(ann);
    expect((await begin(ann)).status).toBe(200);
    expect([await confirm(ann, wrongCode), (await begin(ann)).status]).toEqual([400, 200]);

    const { recoveryCodes } = (await ann.call(contract.confirmTotp, { code: codeAt(body.secret) })).body;
    expect(new Set(recoveryCodes)).toHaveLength(10);
    expect(recoveryCodes[0]).toMatch(/^(?:[a-z\d]{4}-){3}[a-z\d]{4}$/);
    expect((await ann.call(contract.getSession, {})).body.user.hasSecondFactor).toBe(true);
    const { status, code, ticket, client } = await begin(ann);
    expect([status, code, await isSignedIn(client)]).toEqual([401, 'second_factor_required', false]);
    const rows = await app.database.sql`
      select encode(code_hash, 'escape') as hash from recovery_codes where user_id = ${ann.user.id}
      union all select encode(token_hash, 'escape') from login_tickets where user_id = ${ann.user.id}`;
    expect(rows).toHaveLength(11);
    const stored = JSON.stringify(rows);
    for (const secret of [ticket, ...recoveryCodes.map((each) => each.replaceAll('-', ''))])
      expect(stored).not.toContain(secret);
  });

  test('without a secret, twice, or with a secret that was replaced is refused', async () => {
    const ann = await aVerifiedUser();
    expect(await confirm(ann, wrongCode)).toBe(400);
    const [first, second] = [(await setUp(ann)).body.secret, (await setUp(ann)).body.secret];
    expect(await confirm(ann, codeAt(first))).toBe(400);
    const both = await Promise.all([confirm(ann, codeAt(second)), confirm(ann, codeAt(second))]);
    expect([both.toSorted(), (await setUp(ann)).status]).toEqual([[200, 400], 400]);
  });
});

describe('[AUTH-322] the second step of a login', () => {
  test('accepts a code of the app, and a recovery code however it is typed, once each; the latter is reported', async () => {
    const ann = await aVerifiedUser();
    const { secret, recoveryCodes } = await turnOnSecondFactor(ann);
    const [one, other] = [await begin(ann), await begin(ann)];
    const used = codeAt(secret);
    const answers = await Promise.all([one, other].map((login) => complete(login, used)));
    expect(answers.toSorted()).toEqual([200, 401]);
    const third = await begin(ann);
    expect([await complete(third, used), await complete(third, codeAt(secret, 1))]).toEqual([401, 200]);

    const [code = ''] = recoveryCodes;
    const [fourth, fifth] = [await begin(ann), await begin(ann)];
    expect(await complete(fourth, ` ${code.toUpperCase().replaceAll('-', ' ')}`)).toBe(200);
    expect([await isSignedIn(third.client), await isSignedIn(fourth.client)]).toEqual([true, true]);
    await mailAbout(ann.email, 'A recovery code');
    expect(await complete(fifth, code)).toBe(401);
  });

  test('works for five minutes, with the ticket of its own login only, once, five tries long, and not after a new password', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const [{ secret }, bobs] = [await turnOnSecondFactor(ann), await turnOnSecondFactor(bob)];
    const late = await begin(ann);
    const tickets = await app.database.sql`
      select expires_at between now() + interval '4 minutes' and now() + interval '5 minutes' as is_right
      from login_tickets where user_id = ${ann.user.id}`;
    expect(tickets).toEqual([{ isRight: true }]);
    await app.database.sql`update login_tickets set expires_at = now() where user_id = ${ann.user.id}`;
    const own = await begin(bob);
    expect([await complete(late, codeAt(secret)), await complete(own, codeAt(secret))]).toEqual([401, 401]);
    expect(await complete(own, codeAt(bobs.secret))).toBe(200);
    for (const used of [own, { ...own, ticket: 'unknown' }])
      expect(await complete(used, codeAt(bobs.secret, 1))).toBe(401);

    const [{ client, ticket }, left] = [await begin(ann), [] as number[]];
    for (let tried = 0; tried < 5; tried += 1) left.push((await completeLogin(client, ticket, wrongCode)).triesLeft);
    expect(left).toEqual([4, 3, 2, 1, 0]);
    const refused = { status: 401, refusal: 'bad_credentials', triesLeft: 0 };
    expect(await completeLogin(client, ticket, codeAt(secret))).toEqual(refused);

    const changed = await begin(ann);
    await ann.call(contract.updatePassword, { oldPassword: ann.password, newPassword: 'Another1!y' });
    const wasReset = await begin({ ...ann, password: 'Another1!y' });
    expect(await complete(changed, codeAt(secret))).toBe(401);
    await resetPassword(ann, 'Between1!z');
    expect(await complete(wasReset, codeAt(secret))).toBe(401);
  });
});

describe('[AUTH-324] turning two-step login off', () => {
  const disable = async (by: HttpClient, password: string, code = '') =>
    (await by.call(contract.disableTotp, { password, code })).status;

  test('takes the password and a code; then the password is enough again', async () => {
    const ann = await aVerifiedUser();
    const { secret } = await turnOnSecondFactor(ann);
    const refusals = [await disable(ann, 'Wrong1!x', codeAt(secret)), await disable(ann, ann.password, wrongCode)];
    const begun = await begin(ann);
    expect([refusals, begun.status]).toEqual([[400, 400], 401]);
    expect(await disable(ann, ann.password, codeAt(secret))).toBe(200);
    expect([await complete(begun, codeAt(secret, 1)), (await begin(ann)).status]).toEqual([401, 200]);
    expect(await app.database.sql`select from recovery_codes where user_id = ${ann.user.id}`).toEqual([]);
  });

  test('can be done with a recovery code, but does not happen by resetting the password', async () => {
    const ann = await aVerifiedUser();
    const { recoveryCodes } = await turnOnSecondFactor(ann);
    await resetPassword(ann, 'Another1!y');
    const login = await begin({ ...ann, password: 'Another1!y' });
    expect(login.code).toBe('second_factor_required');
    expect(await complete(login, recoveryCodes[0] ?? '')).toBe(200);
    expect(await disable(login.client, 'Another1!y', recoveryCodes[9])).toBe(200);
    expect((await begin({ ...ann, password: 'Another1!y' })).status).toBe(200);
  });
});

describe('[AUTH-325] a mail about a change of security', () => {
  const undo = (token: string) => reset(token, 'Another1!y');

  test('has a link that takes two-step login back, also after the password was reset', async () => {
    const ann = await aVerifiedUser();
    await turnOnSecondFactor(ann);
    const on = tokenIn(await mailAbout(ann.email, 'was turned on'));
    await resetPassword(ann, 'Between1!z');
    expect((await undo(on)).status).toBe(200);
    await mailAbout(ann.email, 'was turned off');
    expect([(await begin({ ...ann, password: 'Another1!y' })).status, (await undo(on)).status]).toEqual([200, 400]);
  });

  test('goes to the owner when a new browser signs in, unlike a known one; its link signs out everywhere, also after further mails', async () => {
    const ann = await aSignedUpUser();
    await begin(ann, ann);
    // A new password forgets all browsers but this one.
    const renewed = { ...ann, password: 'Between1!z' };
    await ann.call(contract.updatePassword, { oldPassword: ann.password, newPassword: renewed.password });
    await begin(renewed, ann);
    const stranger = await begin(renewed);
    const mail = await mailAbout(ann.email, 'New sign-in');
    expect(mail.text).toContain('127.0.0.x');
    await begin(renewed, stranger.client);
    await begin(renewed);
    // A mail that is sent after all of them.
    await resetToken(ann);
    expect(subjectsTo(ann.email).filter((subject) => subject.startsWith('New sign-in'))).toHaveLength(2);
    expect(await isSignedIn(stranger.client)).toBe(true);
    expect((await undo(tokenIn(mail))).status).toBe(200);
    expect([await isSignedIn(stranger.client), await isSignedIn(ann)]).toEqual([false, false]);
  });

  test('is void when it went to an address that its user corrected; new browsers are not reported there', async () => {
    const eve = await anUnverifiedUser();
    await begin(eve);
    await eve.call(contract.updatePassword, { oldPassword: eve.password, newPassword: 'Between1!z' });
    // Mails to one address arrive in their order.
    const mail = await mailAbout(eve.email, 'was changed');
    expect(subjectsTo(eve.email).filter((subject) => subject.startsWith('New sign-in'))).toEqual([]);
    expect((await eve.call(contract.updateEmail, { email: `corrected.${eve.email}` })).status).toBe(200);
    expect((await undo(tokenIn(mail))).status).toBe(400);
  });
});
