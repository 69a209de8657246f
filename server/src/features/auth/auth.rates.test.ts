import { forgotPassword, getServerConfig, googleLogin, resendVerification, updatePassword } from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp(() => ({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' }));
const { aVerifiedUser, anUnverifiedUser } = people(app);

const limited = {
  status: 429,
  body: { code: 'rate_limited', message: expect.stringMatching(/try again in \d+ (second|minute)/) },
};

function loginFrom(address: string, email: string, password: string) {
  return app
    .visitor()
    .send('POST', '/api/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': address } });
}

describe('[AUTH-19] guessing a password', () => {
  test('stops after five wrong ones, also for the right one, but not from another network', async () => {
    const ann = await aVerifiedUser();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await loginFrom('198.51.100.1', ann.email, 'Wrong1!x')).status).toBe(401);
    }
    const sixth = await loginFrom('198.51.100.1', ann.email, ann.password);
    expect(sixth).toMatchObject(limited);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(1700);
    expect((await loginFrom('198.51.100.2', ann.email, ann.password)).status).toBe(200);
  });

  test('fifty at once get no further than five', async () => {
    const ann = await aVerifiedUser();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => loginFrom('198.51.100.3', ann.email, 'Wrong1!x')),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(45);
  });

  test('right ones are not counted', async () => {
    const ann = await aVerifiedUser();
    for (let attempt = 0; attempt < 8; attempt += 1) {
      expect((await loginFrom('198.51.100.4', ann.email, ann.password)).status).toBe(200);
    }
  });

  test('an address claimed in front of the trusted proxy is not believed', async () => {
    const ann = await aVerifiedUser();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await loginFrom(`203.0.113.${attempt}, 198.51.100.5`, ann.email, 'Wrong1!x');
    }
    expect(await loginFrom('203.0.113.99, 198.51.100.5', ann.email, ann.password)).toMatchObject(limited);
  });

  test('the current password can be guessed five times in the account dialog', async () => {
    const ann = await aVerifiedUser();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await ann.call(updatePassword, { oldPassword: 'Wrong1!x', newPassword: 'Changed1#' });
    }
    expect(await ann.call(updatePassword, { oldPassword: ann.password, newPassword: 'Changed1#' })).toMatchObject(
      limited,
    );
  });
});

test('[AUTH-12] a verification mail can be asked for again after 30 seconds, counted from the registration', async () => {
  const ann = await anUnverifiedUser();
  const answer = await ann.call(resendVerification, {});
  expect(answer).toMatchObject(limited);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(20);
  expect(seconds).toBeLessThanOrEqual(30);
  expect(answer.body.message).toContain(`${seconds} seconds`);
});

test('[AUTH-13] a reset mail can be asked for again after 60 seconds, known address or not', async () => {
  const ann = await aVerifiedUser();
  for (const email of [ann.email, 'nobody@example.org']) {
    expect((await app.visitor().call(forgotPassword, { email })).status).toBe(200);
    const again = await app.visitor().call(forgotPassword, { email: email.toUpperCase() });
    expect(again).toMatchObject(limited);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50);
  }
});

test('[AUTH-19] registrations from one network are bounded', async () => {
  const answers = [];
  for (let attempt = 0; attempt < 101; attempt += 1) {
    answers.push(
      await app
        .visitor()
        .send('POST', '/api/auth/register', { body: {}, headers: { 'x-forwarded-for': '198.51.100.77' } }),
    );
  }
  expect(answers.filter((answer) => answer.status === 400)).toHaveLength(100);
  expect(answers.at(-1)).toMatchObject(limited);
});

test('[SEC-6] without a session three hundred calls a minute are answered, per network', async () => {
  const ask = (address: string) =>
    app.visitor().send('GET', getServerConfig.path, { headers: { 'x-forwarded-for': address } });
  const answers = await Promise.all(Array.from({ length: 320 }, () => ask('2001:db8:1:2::1')));
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20);
  expect((await ask('2001:db8:1:2:ffff::9')).status).toBe(429);
  expect((await ask('2001:db8:1:3::1')).status).toBe(200);
});

test('[SEC-6] tokens cannot be tried out for free', async () => {
  const ask = () =>
    app.visitor().send('GET', '/api/auth', { headers: { cookie: 'session=x', 'x-forwarded-for': '198.51.100.90' } });
  const answers = await Promise.all(Array.from({ length: 310 }, ask));
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(300);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(10);
});

test('[AUTH-17] without a client id Google sign-in is said to be not set up', async () => {
  expect(await app.visitor().call(googleLogin, { access_token: 'x' })).toMatchObject({
    status: 503,
    body: { code: 'unavailable', message: 'Google sign-in is not set up on this server' },
  });
});
