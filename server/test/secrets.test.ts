import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { people, tokenIn } from './people.ts';
import { useOwnTestApp } from './test-app.ts';

const lines: string[] = [];
const app = useOwnTestApp(() => ({ LOG_LEVEL: 'trace' }), { write: (line) => void lines.push(line) });
const { aVerifiedUser, verificationToken } = people(app);

test('[SEC-5] no input or link of a user writes a secret to the log', async () => {
  const email = 'canary@example.org';
  const [first, second, third] = ['CanaryOne1!', 'CanaryTwo2#', 'CanaryThree3#'] as const;
  const client = app.client();
  await client.call(contract.register, { name: 'Canary', email, password: first });
  const verification = await verificationToken(email);
  await client.call(contract.verifyEmail, { token: verification });
  await client.call(contract.updatePassword, { oldPassword: first, newPassword: second });
  await client.call(contract.login, { email, password: 'CanaryWrong4!' });
  await client.call(contract.googleLogin, { access_token: 'CanaryAccessToken' });
  await client.call(contract.forgotPassword, { email });
  const reset = tokenIn(await app.mailbox.mailTo(email, (mail) => mail.subject.startsWith('Reset')));
  const session = client.cookies.get('session') ?? '';
  await client.send('GET', `/reset-password?token=${reset}`);
  await client.call(contract.resetPassword, { token: reset, newPassword: third });
  await client.send('POST', '/api/auth/login', { body: `{"email":"${email}","password":"CanaryBroken5!` });

  const owner = await aVerifiedUser();
  const { invite } = (await owner.call(contract.createInvite, { kind: 'friend' })).body;
  await client.call(contract.openInvite, { token: invite.token });
  await client.send('GET', `/invite/${invite.token}`);

  const log = lines.join('');
  for (const address of ['/api/invites/open/***', '/api/auth/register', '/reset-password'])
    expect(log).toContain(address);
  const typed = [first, second, third, 'CanaryWrong4!', 'CanaryBroken5!', 'CanaryAccessToken'];
  const secrets = [...typed, verification, reset, session, invite.token];
  expect(secrets.filter((secret) => secret === '' || log.includes(secret))).toEqual([]);
});
