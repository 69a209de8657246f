import * as contract from '@chat-app/contract';
import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import { beforeAll, expect, test } from 'vitest';
import { type Person, people } from '../people.ts';
import { useTestApp } from '../test-app.ts';

const app = useTestApp();
const { anotherDevice, anUnverifiedUser, aVerifiedUser } = people(app);

let verified: Person;
let unverified: Person;
let signedOut: Person;
beforeAll(async () => {
  [verified, unverified] = [await aVerifiedUser(), await anUnverifiedUser()];
  const device = await anotherDevice(verified);
  signedOut = { ...device, cookies: new Map(device.cookies) };
  await device.call(contract.logout, {});
});

const sessionOf = (person: Person) => person.cookies.get('session') ?? '';
const cookie = (person: Person) => ({ cookie: `session=${sessionOf(person)}` });

type Options = Partial<ManagerOptions & SocketOptions>;

/** The result: let in, or refused with this message. */
async function knock(options: Options, path = '/'): Promise<string> {
  const socket = io(app.socketUrl + path, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...options,
  });
  const ending = await new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('let in'));
    socket.on('connect_error', ({ message }) => resolve(message));
  });
  socket.disconnect();
  return ending;
}

/** Who connects, how, and with what result. Covers every role and every way to authenticate. */
function listKnocks(): [who: string, options: Options, ending: string, path?: string][] {
  const polling = { transports: ['polling'] };
  const from = (origin: string) => ({ extraHeaders: { ...cookie(verified), origin } });
  const token = sessionOf(verified);
  const foreign = ['https://evil.example', 'null', 'http://localhost.evil.example', 'file://'];
  const refused: [string, Options][] = [
    ['a visitor', {}],
    ['a visitor, by long polling', polling],
    ['somebody unverified', { extraHeaders: cookie(unverified) }],
    ['somebody who has signed out', { extraHeaders: cookie(signedOut) }],
    ['a forged session', { extraHeaders: { cookie: `session=${'A'.repeat(43)}` } }],
    ['an empty session', { extraHeaders: { cookie: 'session=' } }],
    ['a session in the query', { query: { session: token, token } }],
    ['a session in the greeting', { auth: { session: token, token } }],
    ['a session as a bearer token', { extraHeaders: { authorization: `Bearer ${token}` } }],
    ['the id of a user instead of a session', { extraHeaders: { cookie: `session=${verified.user.id}` } }],
    ['a connection to take up again that there never was', { auth: { pid: 'abc', offset: '1' } }],
  ];
  return [
    ['somebody verified', { extraHeaders: cookie(verified) }, 'let in'],
    ['somebody verified, by long polling', { extraHeaders: cookie(verified), ...polling }, 'let in'],
    ['somebody verified from our page', from(app.baseUrl), 'let in'],
    ...refused.map(([who, options]) => [who, options, 'unauthorized'] as [string, Options, string]),
    ['another room', { extraHeaders: cookie(verified) }, 'Invalid namespace', '/admin'],
    ...foreign.flatMap((origin): [string, Options, string][] => [
      [`a page of ${origin}`, from(origin), 'websocket error'],
      [`a page of ${origin}, by long polling`, { ...from(origin), ...polling }, 'xhr poll error'],
    ]),
  ];
}

test('[SEC-11] a handshake is let in or refused as in the table', async () => {
  const knocks = listKnocks();
  const endings = knocks.map(async ([who, options, , path]) => [who, await knock(options, path)]);
  expect(await Promise.all(endings)).toEqual(knocks.map(([who, , expected]) => [who, expected]));
});

test('[SEC-11] an older protocol is not supported', async () => {
  const answer = await fetch(`${app.socketUrl}/socket.io/?EIO=3&transport=polling`, { headers: cookie(verified) });
  expect(answer.status).toBe(400);
});
