import { confirmTotp, forgotPassword, resetPassword, setUpTotp } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { people, tokenIn } from '../../../test/people.ts';
import { beginLogin, codeAt, completeLogin, turnOnSecondFactor, wrongCode } from '../../../test/second-factors.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aSignedUpUser, aVerifiedUser } = people(app);

test('[AUTH-323] guessing codes is limited per account; known browsers and recovery codes still work', async () => {
  const ann = await aSignedUpUser();
  const { secret, recoveryCodes } = await turnOnSecondFactor(ann);
  const [code = ''] = recoveryCodes;
  for (let round = 0; round < 2; round += 1) {
    const { client, ticket } = await beginLogin(app.client(), ann);
    for (let tried = 0; tried < 5; tried += 1) await completeLogin(client, ticket, wrongCode);
  }
  const stranger = await beginLogin(app.client(), ann);
  expect((await completeLogin(stranger.client, stranger.ticket, codeAt(secret))).status).toBe(429);
  // Ann's own browser signed in before.
  const own = await beginLogin(ann, ann);
  expect((await completeLogin(own.client, own.ticket, codeAt(secret))).status).toBe(200);
  // What was limited used up no try.
  for (let tried = 0; tried < 6; tried += 1) await completeLogin(stranger.client, stranger.ticket, wrongCode);
  expect((await completeLogin(stranger.client, stranger.ticket, code)).status).toBe(200);
});

test('[AUTH-323] so is guessing when it is turned on', async () => {
  const ann = await aVerifiedUser();
  const { secret } = (await ann.call(setUpTotp, { password: ann.password })).body;
  for (let tried = 0; tried < 10; tried += 1) await ann.call(confirmTotp, { code: wrongCode });
  expect((await ann.call(confirmTotp, { code: codeAt(secret) })).status).toBe(429);
});

test('[AUTH-323] a stranger in a browser that the account knows does not lock out the others', async () => {
  const ann = await aVerifiedUser();
  // Signed in before two-step login was turned on.
  const { client: known } = await beginLogin(app.client(), ann);
  const { secret } = await turnOnSecondFactor(ann);
  for (let round = 0; round < 2; round += 1) {
    const { ticket } = await beginLogin(known, ann);
    for (let tried = 0; tried < 5; tried += 1) await completeLogin(known, ticket, wrongCode);
  }
  const stranger = await beginLogin(known, ann);
  expect((await completeLogin(known, stranger.ticket, wrongCode)).status).toBe(429);
  const own = await beginLogin(ann, ann);
  expect((await completeLogin(own.client, own.ticket, codeAt(secret))).status).toBe(200);
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
