import { login } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ PUBLIC_URL: 'https://chat.example.org' }));
const { anUnverifiedUser } = people(app);

test('[AUTH-7] over https the session is kept in a cookie that no other site or subdomain can read or set', async () => {
  const { email, password } = await anUnverifiedUser();
  const { headers } = await app.client().call(login, { email, password, isRemember: true });
  const cookie = headers.getSetCookie().find((line) => line.startsWith('__Host-session='));
  expect(cookie?.split('; ').slice(1).toSorted()).toEqual([
    'HttpOnly',
    'Max-Age=2592000',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ]);
  expect(headers.getSetCookie().every((line) => line.includes('; Secure'))).toBe(true);
});

test('[SEC-2] over https, every answer has the HSTS header and the other security headers', async () => {
  for (const path of [
    '/',
    '/api/tools/config',
    '/api/chats/all',
    '/api/nothing',
    '/socket.io/?EIO=4&transport=polling',
    '/socket.io/?EIO=4&transport=nothing',
  ]) {
    const { headers } = await app.client().send('GET', path);
    expect({ path, ...Object.fromEntries(headers) }).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  }
});
