import { getChat, login } from '@chat-app/contract';
import { expect, test, vi } from 'vitest';
import { connect, openSocket } from './device.ts';
import { people } from './people.ts';
import { useOwnTestApp } from './test-app.ts';

type Line = Record<string, unknown> & { msg: string };

const lines: Line[] = [];
const app = useOwnTestApp(() => ({ LOG_LEVEL: 'info' }), {
  write: (line) => void lines.push(JSON.parse(line) as Line),
});
const { aVerifiedUser, aChat } = people(app);

const network = '127.0.0.1';
const lineOf = (facts: object): unknown => expect.objectContaining(facts);
/** Waits until a line has these facts. */
const expectLine = (facts: object) => vi.waitFor(() => expect(lines).toContainEqual(lineOf(facts)));

test('[SEC-13] the log records who signed in from which network, and failed attempts', async () => {
  const ann = await aVerifiedUser();
  await app.client().call(login, { email: ann.email, password: ann.password, isRemember: false });
  await expectLine({ path: '/api/auth/login', status: 200, network, userId: ann.user.id });
  await app.client().call(login, { email: ann.email, password: 'Wrong1!x', isRemember: false });
  const failed = lineOf({ path: '/api/auth/login', status: 401, network, code: 'bad_credentials' });
  await vi.waitFor(() => expect(lines).toContainEqual(failed));
});

test('[AUTH-244] a browser whose device cannot be stored is logged in anyway, and the log records it', async () => {
  const ann = await aVerifiedUser();
  await app.database.sql`alter table devices rename to devices_away`;
  try {
    const answer = await app.client().call(login, { email: ann.email, password: ann.password, isRemember: false });
    expect(answer.status).toBe(200);
  } finally {
    await app.database.sql`alter table devices_away rename to devices`;
  }
  const msg = 'storing the known browser failed';
  await expectLine({ msg, userId: ann.user.id, err: expect.any(Object) });
});

test('[SEC-13] the log records refused calls and their callers', async () => {
  const [ann, bob, cem] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  const path = `/api/chats/get/${chatId}`;
  await cem.call(getChat, { chatId });
  await expectLine({ path, status: 404, userId: cem.user.id, code: 'not_found' });
  await app.client().call(getChat, { chatId });
  const anonymous = lineOf({ path, status: 401, network, code: 'unauthenticated' });
  await vi.waitFor(() => expect(lines).toContainEqual(anonymous));
});

test('[SEC-13] the log records refused connections and events', async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  openSocket(app, { origin: 'https://evil.example' });
  await expectLine({ msg: 'connection refused', network, reason: 'Forbidden' });
  openSocket(app, {});
  await expectLine({ msg: 'connection refused', network, code: 'unauthenticated' });

  const refusals = () => lines.filter(({ msg }) => msg === 'connection refused').length;
  const before = refusals();
  const { socket: stranger } = openSocket(app, {});
  // Requests a connection five times, without waiting for an answer.
  stranger.io.once('open', () => {
    for (let again = 0; again < 4; again += 1) stranger.io.engine.write('0');
  });
  await new Promise<void>((resolve) => stranger.once('connect_error', () => resolve()));
  await vi.waitUntil(() => stranger.io.engine.readyState === 'closed');
  // Over one connection, which must not fill the log.
  expect(refusals()).toBe(before + 1);

  const { socket } = await connect(app, ann);
  socket.emit('online', bob.user.id);
  await expectLine({ msg: 'event refused', event: 'online', userId: ann.user.id, code: 'forbidden' });
});
