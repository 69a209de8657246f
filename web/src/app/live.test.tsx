import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dataOf, listCall } from '../../test/answers.ts';
import { aMessage, aRequest, aRow, bob, idOf } from '../../test/chats.ts';
import { openApp } from '../../test/open-app.tsx';
import { passTime } from '../../test/pass-time.ts';
import { type Answers, openChat, openMain } from '../../test/screens.ts';
import { chatServer } from '../../test/stand-in-chat-server.ts';
import { me, refusal, unverified } from '../../test/stand-in-server.ts';

const online = ['online', me.id];
/** The user has been announced once, and after this many reconnects again. */
const isOnlineAgain = (times = 1) =>
  waitFor(() => expect(chatServer.heard).toEqual(Array.from({ length: times + 1 }, () => online)));
const passTimeAsync = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Connects. The test controls the time, but short waits of the page still elapse. */
function open(answers: Answers = {}) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  return openMain(answers);
}

test.each([
  ['a visitor', {}, 'Log in'],
  ['somebody unverified', unverified, 'Your account is not verified'],
])('[RT-1] %s is not connected to the chat server', async (_who, answers, heading) => {
  openApp('/', answers);
  expect(await screen.findByRole('heading', { name: heading })).toBeDefined();
  expect(chatServer.connectionCount).toBe(0);
});

test('[RT-1] [RT-2] the user is announced as online with their id, after a reconnect again, and the screen is refetched', async () => {
  const { server } = await open();
  await screen.findByText(/^Welcome/);
  const before = server.timesAsked(listCall);
  server.answer(listCall, dataOf(aRow(1, { name: 'Missed meanwhile' })));
  await chatServer.cut();
  passTime(1_000);
  expect(await screen.findByText('Missed meanwhile')).toBeDefined();
  expect(chatServer.heard).toEqual([online, online]);
  expect(server.timesAsked(listCall)).toBe(before + 1);
});

test('[RT-5] a connection that breaks before the handshake, or has no answer, counts as one attempt', async () => {
  await open();
  chatServer.isHandshakeAnswered = false;
  await chatServer.cut();
  await passTimeAsync(1_000);
  chatServer.isHandshakeAnswered = true;
  expect(chatServer.heard).toEqual([online]);
  await passTimeAsync(1_000);
  await isOnlineAgain();

  chatServer.isAnswering = false;
  await chatServer.cut();
  // Three attempts, each aborted by the library after 20 s.
  for (let tries = 0; tries < 3; tries += 1) await passTimeAsync(21_000);
  chatServer.isAnswering = true;
  await passTimeAsync(2_000);
  await isOnlineAgain(2);
});

test.each([
  ['its code', { message: 'Any words', data: { code: 'unauthenticated' as const } }],
  ['the message of a node of the previous release', { message: 'unauthorized' }],
])('[RT-5] rejected as unauthenticated by %s, the tab checks its session and shows the login', async (_by, refused) => {
  const { server } = await open();
  Object.assign(chatServer, { isSessionValid: false, refusal: refused });
  server.answer('GET /api/auth', refusal(401, 'unauthenticated', 'Please login to continue'));
  await chatServer.disconnectAll();
  passTime(1_000);
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
});

test('[RT-306] a tab whose browser has another user now is refused, and becomes that of the other user', async () => {
  const other = { ...me, _id: bob.id, id: bob.id, name: 'Bob' };
  const { server } = await open();
  chatServer.isSessionValid = false;
  server.answer('GET /api/auth', () => {
    chatServer.isSessionValid = true;
    return { body: { user: other } };
  });
  await chatServer.disconnectAll();
  passTime(1_000);
  await waitFor(() => expect(chatServer.heard).toEqual([online, ['online', bob.id]]));
  expect(chatServer.claims).toEqual([{ userId: me.id }, { userId: me.id }, { userId: bob.id }]);
  expect(await screen.findByRole('button', { name: /^Bob.*Account settings/ })).toBeDefined();
});

test('[RT-4] a short interruption shows nothing; a longer one shows the banner', async () => {
  await open();
  chatServer.isUp = false;
  await chatServer.cut();
  expect(screen.queryByText('Reconnecting...')).toBeNull();
  passTime(1_000);
  expect(screen.getByText('Reconnecting...')).toBeDefined();
});

/** Lets the quick attempts fail, so that the next one is at least 2 s away, in a hidden tab 15 s. */
async function spendQuickTries() {
  chatServer.isUp = false;
  await chatServer.cut();
  for (let quickTry = 0; quickTry < 6; quickTry += 1) await passTimeAsync(1_000);
  chatServer.isUp = true;
}

test('[PRS-3] while the connection is down nobody is shown as online', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openChat([aMessage(1, 1)]);
  await chatServer.emit('getOnlineUsers', [bob.id]);
  expect(await screen.findByText('Online')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Voice call' })).toBeDefined();
  chatServer.isUp = false;
  await chatServer.cut();
  // A short interruption changes nothing.
  expect(screen.queryByText('Status unknown')).toBeNull();
  await passTimeAsync(1_000);
  expect(await screen.findByText('Status unknown')).toBeDefined();
  expect(screen.queryByText('Online')).toBeNull();
  expect(screen.queryByText(', online')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Voice call' })).toBeNull();

  chatServer.isUp = true;
  await passTimeAsync(2_000);
  await chatServer.emit('getOnlineUsers', [bob.id]);
  expect(await screen.findByText('Online')).toBeDefined();
});

test('[AUTH-301] a user who shares no presence sees unknown states, and can still call', async () => {
  const { sendsReceipts, isFindable, mentionsBreakMute } = me;
  await openChat([aMessage(1, 1)], { 'GET /api/auth': { body: { user: { ...me, sharesPresence: false } } } });
  expect(await screen.findByText('Status unknown')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Voice call' })).toBeDefined();
  await chatServer.emit('privacyUpdated', { sendsReceipts, sharesPresence: true, isFindable, mentionsBreakMute });
  expect(await screen.findByText('Offline')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Voice call' })).toBeNull();
  await chatServer.emit('getOnlineUsers', [bob.id]);
  expect(await screen.findByText('Online')).toBeDefined();
});

test('[RT-3] a visible page reconnects within 5 s of the server; a hidden one retries slowly and still reconnects', async () => {
  await open();
  await spendQuickTries();
  chatServer.isUp = false;
  await passTimeAsync(60_000);
  expect(chatServer.heard).toEqual([online]);
  chatServer.isUp = true;
  const up = Date.now();
  await passTimeAsync(4_500);
  await isOnlineAgain();
  // The clock of the test goes on by itself, too.
  expect(Date.now() - up).toBeLessThan(15_000);
  // A connection that lasted begins with quick attempts again.
  await passTimeAsync(5_000);

  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await spendQuickTries();
  await passTimeAsync(8_000);
  expect(chatServer.heard).toEqual([online, online]);
  await passTimeAsync(60_000);
  await isOnlineAgain(2);
  expect(screen.queryByText('Reconnecting...')).toBeNull();
});

test.each([
  ['Try now', () => screen.getByRole('button', { name: 'Try now' }).click()],
  ['the network that returns', () => window.dispatchEvent(new Event('online'))],
  [
    'looking at the tab again',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
      document.dispatchEvent(new Event('visibilitychange'));
    },
  ],
])('[RT-4] %s connects at once, whatever the schedule says', async (_what, wake) => {
  await open();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await spendQuickTries();
  await act(async () => wake());
  await waitFor(() => expect(chatServer.heard).toEqual([online, online]));
});

test.each([true, false])(
  '[RT-6] [UI-233] logging out ends the connection, no other is opened, and no toast stays: connected %s',
  async (isUp) => {
    const { person, server } = await open({ 'GET /api/auth/logout': { body: {} } });
    if (isUp) {
      server.answer('GET /api/friendships/requests', dataOf(aRequest(1, bob)));
      await chatServer.emit('friendRequest', aRequest(1, bob));
      await screen.findByText('Bob sent you a friend request');
    } else {
      chatServer.isAnswering = false;
      await chatServer.cut();
      await passTimeAsync(1_000);
    }
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
    expect(screen.queryByText('Bob sent you a friend request')).toBeNull();
    chatServer.isAnswering = true;
    await passTimeAsync(60_000);
    expect(chatServer.connectionCount).toBe(0);
  },
);

test('[RT-7] [RT-8] known heads cause no request, and a burst of changes one', async () => {
  const { server } = await open({ [listCall]: dataOf(aRow(1)) });
  await screen.findByText('Chat 1');
  const before = server.timesAsked(listCall);
  await chatServer.emit('chatHeads', { [idOf(1)]: 1 });
  passTime(1_000);
  expect(server.timesAsked(listCall)).toBe(before);
  for (let change = 0; change < 10; change += 1) await chatServer.emit('updateChat', idOf(1));
  passTime(500);
  await waitFor(() => expect(server.timesAsked(listCall)).toBe(before + 1));
});
