import { getSession, login, verifyEmail } from '@chat-app/contract';
import { expect, onTestFinished, test } from 'vitest';
import { me, refusal, startStandInServer } from '../../test/stand-in-server.ts';
import { ApiError } from './api-error.ts';
import { callEndpoint } from './call-endpoint.ts';

const logIn = 'POST /api/auth/login';
const credentials = { email: 'annika@example.com', password: 'secret' };

test('[UI-16] a call sends JSON, echoes the XSRF cookie, and encodes a token in the query string', async () => {
  document.cookie = 'XSRF-TOKEN=a%2Fb';
  onTestFinished(() => void (document.cookie = 'XSRF-TOKEN=; max-age=0'));
  const verify = 'POST /api/auth/verify-email?token=a%26b';
  const server = startStandInServer({ [logIn]: { body: { user: me } }, [verify]: { body: {} } });
  expect(await callEndpoint(login, credentials)).toEqual({ user: me });
  expect(server.bodyOf(logIn)).toEqual(credentials);
  const sent = ['Content-Type', 'X-XSRF-TOKEN'].map((name) => server.headersOf(logIn).get(name));
  expect(sent).toEqual(['application/json', 'a/b']);
  await callEndpoint(verifyEmail, { token: 'a&b' });
  expect([server.asked.at(-1), server.bodyOf(verify)]).toEqual([verify, null]);
});

test('[UI-17] an error carries the status, code, message and fields of the server', async () => {
  startStandInServer({ [logIn]: refusal(400, 'invalid_input', 'No good', { email: 'Wrong' }) });
  const error = await callEndpoint(login, credentials).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  const fields = { email: 'Wrong' };
  expect(error).toMatchObject({ status: 400, code: 'invalid_input', serverMessage: 'No good', fields });
});

test.each([
  ['a network that is down', 'network down' as const, 0],
  ['an answer that is no error of ours', { status: 502, body: 'Bad gateway' }, 502],
  ['an answer without what was promised', { status: 200, body: { user: 'nobody' } }, 200],
])('[UI-18] %s causes an error without a server message', async (_what, answer, status) => {
  startStandInServer({ 'GET /api/auth': answer });
  await expect(callEndpoint(getSession, {})).rejects.toMatchObject({ status, code: null, serverMessage: null });
});
