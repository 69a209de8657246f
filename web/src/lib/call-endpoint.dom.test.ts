import { getSession, login, verifyEmail } from '@chat-app/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { me, refusal, startStandInServer } from '../../test/stand-in-server.ts';
import { ApiError } from './api-error.ts';
import { callEndpoint } from './call-endpoint.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.cookie = 'XSRF-TOKEN=; max-age=0';
});

const credentials = { email: 'annika@example.com', password: 'secret' };

test('[UI-16] a call sends JSON and echoes the XSRF cookie', async () => {
  document.cookie = 'XSRF-TOKEN=a%2Fb';
  const server = startStandInServer({ 'POST /api/auth/login': { body: { user: me } } });

  await expect(callEndpoint(login, credentials)).resolves.toEqual({ user: me });

  expect(server.bodyOf('POST /api/auth/login')).toEqual(credentials);
  expect(server.headersOf('POST /api/auth/login').get('Content-Type')).toBe('application/json');
  expect(server.headersOf('POST /api/auth/login').get('X-XSRF-TOKEN')).toBe('a/b');
});

test('[UI-16] a token in the query string is encoded', async () => {
  const server = startStandInServer({ 'POST /api/auth/verify-email?token=a%26b': { body: {} } });
  await callEndpoint(verifyEmail, { token: 'a&b' });
  expect(server.bodyOf('POST /api/auth/verify-email?token=a%26b')).toBeNull();
});

test('[UI-17] an error carries the status, code, message and fields of the server', async () => {
  startStandInServer({ 'POST /api/auth/login': refusal(400, 'invalid_input', 'No good', { email: 'Wrong' }) });
  const error = await callEndpoint(login, credentials).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid_input',
    serverMessage: 'No good',
    fields: { email: 'Wrong' },
  });
});

test.each([
  ['a network that is down', 'network down' as const, 0],
  ['an answer that is no error of ours', { status: 502, body: 'Bad gateway' }, 502],
  ['an answer without what was promised', { status: 200, body: { user: 'nobody' } }, 200],
])('[UI-18] %s causes an error without a server message', async (_what, answer, status) => {
  startStandInServer({ 'GET /api/auth': answer });
  await expect(callEndpoint(getSession, {})).rejects.toMatchObject({ status, code: null, serverMessage: null });
});
