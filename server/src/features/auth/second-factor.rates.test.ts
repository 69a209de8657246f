import { confirmTotp, forgotPassword, resetPassword, setUpTotp } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { type Person, people, tokenIn } from '../../../test/people.ts';
import { beginLogin, codeAt, completeLogin, turnOnSecondFactor, wrongCode } from '../../../test/second-factors.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aSignedUpUser, aVerifiedUser } = people(app);

/** Uses up what an account allows in this browser. */
async function guess(person: Person, client = app.client()) {
  for (let round = 0; round < 2; round += 1) {
    const { ticket } = await beginLogin(client, person);
    for (let tried = 0; tried < 5; tried += 1) await completeLogin(client, ticket, wrongCode);
  }
  const { ticket } = await beginLogin(client, person);
  return { try: (code: string) => completeLogin(client, ticket, code) };
}

test('[AUTH-323] guessing codes is limited per account; known browsers and recovery codes still work', async () => {
  const ann = await aSignedUpUser();
  const { secret, recoveryCodes } = await turnOnSecondFactor(ann);
  const stranger = await guess(ann);
  expect((await stranger.try(codeAt(secret))).status).toBe(429);
  // Ann's own browser signed in before.
  const own = await beginLogin(ann, ann);
  expect((await completeLogin(own.client, own.ticket, codeAt(secret))).status).toBe(200);
  // What was limited used up no try.
  for (let tried = 0; tried < 6; tried += 1) await stranger.try(wrongCode);
  expect((await stranger.try(recoveryCodes[0] ?? '')).status).toBe(200);
});

test('[AUTH-323] so is guessing when it is turned on, and a stranger in a known browser locks out no other', async () => {
  const ann = await aVerifiedUser();
  // Signed in before two-step login was turned on.
  const { client: known } = await beginLogin(app.client(), ann);
  const { secret } = await turnOnSecondFactor(ann);
  expect((await (await guess(ann, known)).try(wrongCode)).status).toBe(429);
  const own = await beginLogin(ann, ann);
  expect((await completeLogin(own.client, own.ticket, codeAt(secret))).status).toBe(200);

  const bob = await aVerifiedUser();
  const { body } = await bob.call(setUpTotp, { password: bob.password });
  for (let tried = 0; tried < 10; tried += 1) await bob.call(confirmTotp, { code: wrongCode });
  expect((await bob.call(confirmTotp, { code: codeAt(body.secret) })).status).toBe(429);
});

test('[AUTH-325] mails about new browsers are limited, and the links of the first ones stay valid', async () => {
  const ann = await aVerifiedUser();
  for (let count = 0; count < 12; count += 1) await beginLogin(app.client(), ann);
  await ann.call(forgotPassword, { email: ann.email });
  await app.mailbox.mailTo(ann.email, ({ subject }) => subject.startsWith('Reset'));
  const mails = app.mailbox.all().filter(({ to, subject }) => to === ann.email && subject.startsWith('New sign-in'));
  expect(mails).toHaveLength(10);
  const [first] = mails;
  const token = tokenIn(first ?? { links: [] });
  expect((await app.client().call(resetPassword, { token, newPassword: 'Another1!y' })).status).toBe(200);
});
