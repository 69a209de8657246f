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
const knocks: [string, () => Options, string, string?][] = [
  ['somebody verified', () => ({ extraHeaders: cookie(verified) }), 'let in'],
  ['somebody verified, by long polling', () => ({ extraHeaders: cookie(verified), transports: ['polling'] }), 'let in'],
  ['somebody verified from our page', () => ({ extraHeaders: { ...cookie(verified), origin: app.baseUrl } }), 'let in'],
  ['a visitor', () => ({}), 'unauthorized'],
  ['a visitor, by long polling', () => ({ transports: ['polling'] }), 'unauthorized'],
  ['somebody unverified', () => ({ extraHeaders: cookie(unverified) }), 'unauthorized'],
  ['somebody who has signed out', () => ({ extraHeaders: cookie(signedOut) }), 'unauthorized'],
  ['a forged session', () => ({ extraHeaders: { cookie: `session=${'A'.repeat(43)}` } }), 'unauthorized'],
  ['an empty session', () => ({ extraHeaders: { cookie: 'session=' } }), 'unauthorized'],
  [
    'a session in the query',
    () => ({ query: { session: sessionOf(verified), token: sessionOf(verified) } }),
    'unauthorized',
  ],
  [
    'a session in the greeting',
    () => ({ auth: { session: sessionOf(verified), token: sessionOf(verified) } }),
    'unauthorized',
  ],
  [
    'a session as a bearer token',
    () => ({ extraHeaders: { authorization: `Bearer ${sessionOf(verified)}` } }),
    'unauthorized',
  ],
  [
    'the id of a user instead of a session',
    () => ({ extraHeaders: { cookie: `session=${verified.user.id}` } }),
    'unauthorized',
  ],
  ['a connection to take up again that there never was', () => ({ auth: { pid: 'abc', offset: '1' } }), 'unauthorized'],
  ['another room', () => ({ extraHeaders: cookie(verified) }), 'Invalid namespace', '/admin'],
  ...['https://evil.example', 'null', 'http://localhost.evil.example', 'file://'].flatMap(
    (origin): [string, () => Options, string][] => [
      [`a page of ${origin}`, () => ({ extraHeaders: { ...cookie(verified), origin } }), 'websocket error'],
      [
        `a page of ${origin}, by long polling`,
        () => ({ extraHeaders: { ...cookie(verified), origin }, transports: ['polling'] }),
        'xhr poll error',
      ],
    ],
  ),
];

test('[SEC-11] a handshake is let in or refused as in the table', async () => {
  const wrong: string[] = [];
  for (const [who, options, expected, path] of knocks) {
    const ending = await knock(options(), path);
    if (ending !== expected) wrong.push(`${who}: ${ending}, not ${expected}`);
  }
  expect(wrong).toEqual([]);
});

test('[SEC-11] an older protocol is not supported', async () => {
  const answer = await fetch(`${app.socketUrl}/socket.io/?EIO=3&transport=polling`, { headers: cookie(verified) });
  expect(answer.status).toBe(400);
});
