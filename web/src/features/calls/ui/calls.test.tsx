import type { CallKind } from '@chat-app/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chatAnswers, chatCall, dataOf, listCall } from '../../../../test/answers.ts';
import { aChat, aGroup, aRow, bob, cid, idOf } from '../../../../test/chats.ts';
import { openApp } from '../../../../test/open-app.tsx';
import { passTime } from '../../../../test/pass-time.ts';
import { chatServer } from '../../../../test/stand-in-chat-server.ts';
import { me, refusal } from '../../../../test/stand-in-server.ts';
import { useNotificationSettings } from '../../../state/notification-settings.ts';

const start = 'POST /api/calls/voice/start';
const end = 'POST /api/calls/voice/end';
const chat = aChat(1, { name: bob.name });
const group = aGroup(2, { name: 'Book club' });
const answers = {
  ...chatAnswers(1, [], chat),
  [listCall]: dataOf(aRow(1), aRow(2, { isGroup: true, members: [me.id, bob.id, cid.id] })),
  [chatCall(2)]: { body: { data: group } },
  [start]: { body: {} },
  [end]: { body: {} },
};

/** The call window as the opening page sees it. */
function standInWindow() {
  const location = {
    pathname: 'blank',
    search: '',
    replace: (path: string) => {
      const { pathname, search } = new URL(path, window.location.href);
      Object.assign(location, { pathname, search });
    },
  };
  const close = () => Object.assign(opened, { closed: true });
  const opened = { document: { documentElement: { style: {} } }, location, closed: false, focus: () => {}, close };
  return opened;
}

let popup = standInWindow();
const open = vi.fn<(url: string, name: string, look: string) => typeof popup | null>();
beforeEach(() => {
  popup = standInWindow();
  open.mockReset().mockImplementation(() => popup);
  vi.stubGlobal('open', open);
});

async function openChat(more: Parameters<typeof openApp>[1] = {}) {
  const { server, person } = openApp(`/chat/${idOf(1)}`, { ...answers, ...more });
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  await chatServer.emit('getOnlineUsers', [bob.id]);
  const timesAsked = (call: string) => server.asked.filter((each) => each === call).length;
  const click = async (name: string) => person.click(await screen.findByRole('button', { name }));
  return { server, person, timesAsked, click };
}
const dialog = () => screen.queryByRole('dialog', { name: /^Incoming (?:voice|video) call$/ });
const ring = async (number: number, kind?: CallKind) => {
  await chatServer.emit('voiceCallStart', idOf(number), kind);
  await waitFor(() => expect(dialog()).not.toBeNull());
};
const isQuiet = () => waitFor(() => expect(dialog()).toBeNull());

test('[CALL-31] [CALL-456] [UI-52] a call opens a window at once: a voice call rings, a video call has a preview first', async () => {
  const { server, person, click, timesAsked } = await openChat();
  await click('Video call');
  expect(open).toHaveBeenCalledWith('', `chat-app-call-${idOf(1)}`, 'popup,width=800,height=600');
  expect(popup.location).toMatchObject({ pathname: `/voice-call/${idOf(1)}`, search: '?video' });
  expect(server.asked.filter((call) => call.startsWith('POST /api/calls/'))).toEqual([]);
  // The preview is used for a voice call, and a running call is not left for a preview.
  await person.keyboard('{Alt>}c{/Alt}');
  await waitFor(() => expect(popup.location).toMatchObject({ pathname: `/voice-call/${idOf(1)}`, search: '' }));
  expect(server.bodyOf(start)).toEqual({ chatId: idOf(1) });
  await click('Voice call');
  await click('Video call');
  expect([popup.location.search, timesAsked(start)]).toEqual(['', 1]);
  // Nobody is online any more.
  await chatServer.emit('getOnlineUsers', []);
  expect(screen.queryByRole('button', { name: 'Voice call' })).toBeNull();
  open.mockClear();
  await person.keyboard('{Alt>}c{/Alt}');
  expect(open).not.toHaveBeenCalled();
});

test('[CALL-31] a call that cannot be started says why, and one whose window is closed before is cancelled', async () => {
  const { server, click, timesAsked } = await openChat({
    [start]: refusal(409, 'peer_busy', 'The other side is in another call'),
  });
  await click('Voice call');
  expect(await screen.findByText('The other side is in another call')).toBeDefined();
  expect(popup.closed).toBe(true);

  popup = standInWindow();
  server.answer(start, () => {
    popup.close();
    return { body: {} };
  });
  await click('Voice call');
  await waitFor(() => expect(server.asked).toContain(end));

  open.mockReturnValue(null);
  await click('Voice call');
  expect(await screen.findByText('The call window was blocked')).toBeDefined();
  expect(timesAsked(start)).toBe(2);
});

test('[CALL-31] [CALL-456] during a call the header offers to join it, with video only if it is a video call', async () => {
  const callIs = (calling: CallKind) => ({ body: { data: { ...chat, calling } } });
  const { server } = await openChat({ [chatCall(1)]: callIs('voice') });
  const join = await screen.findByRole('button', { name: 'Join voice call' });
  expect(join.querySelector('svg')?.classList).toContain('animate-shake');
  const offers = () =>
    screen
      .getAllByRole('button', { name: /(?:voice|video) call$/i })
      .map((button) => button.getAttribute('aria-label'));
  expect(offers()).toEqual(['Join voice call']);
  server.answer(chatCall(1), callIs('video'));
  await chatServer.emit('updateChat', idOf(1));
  await waitFor(() => expect(offers()).toEqual(['Join voice call', 'Join video call']));
});

test('[CALL-32] [CALL-410] [CALL-457] a call that rings again as a video call is accepted by voice, or with video', async () => {
  const { server, click } = await openChat();
  await ring(2);
  expect(dialog()?.textContent).not.toContain('with video');
  await ring(2, 'video');
  expect(await screen.findByRole('dialog', { name: 'Incoming video call' })).toBeDefined();
  expect(document.title).toBe('Book club is calling');
  await click('Accept with video');
  expect(popup.location).toMatchObject({ pathname: `/voice-call-group/${idOf(2)}`, search: '?video' });
  await isQuiet();
  expect(document.title).toBe('Chat App');

  popup = standInWindow();
  await ring(1, 'video');
  await click('Accept');
  expect(popup.location).toMatchObject({ pathname: `/voice-call/${idOf(1)}`, search: '' });
  expect(server.asked.filter((call) => call.startsWith('POST /api/calls/'))).toEqual([]);
  await isQuiet();

  // The browser blocks the window.
  open.mockReturnValue(null);
  await ring(1, 'video');
  await click('Accept with video');
  expect(await screen.findByText('The call is in this page instead')).toBeDefined();
  expect(await screen.findByRole('region', { name: `Call: ${bob.name}` })).toBeDefined();
  await isQuiet();
});

test('[CALL-32] [CALL-33] [CALL-202] [CALL-457] the first of two calls is shown first; only rejecting a call of two ends it', async () => {
  const { click, timesAsked } = await openChat();
  await ring(1);
  await chatServer.emit('voiceCallStart', idOf(2));
  expect(screen.getByText(bob.name, { selector: '[role=dialog] *' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Accept with video' })).toBeNull();
  await click('Reject');
  expect(await screen.findByText('Book club', { selector: '[role=dialog] *' })).toBeDefined();
  await click('Reject');
  await isQuiet();
  expect(timesAsked(end)).toBe(1);
  await ring(1);
  await click('Ignore');
  await isQuiet();
  expect(timesAsked(end)).toBe(1);
});

test('[CALL-33] it stops ringing when the call ends, is taken, is too old, or its chat or the connection is gone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openChat();
  for (const stops of [
    () => chatServer.emit('voiceCallEnd', idOf(1)),
    () => chatServer.emit('voiceDeviceJoined', idOf(1)),
    async () => {
      passTime(45_000);
      expect(dialog()).toBeNull();
    },
    () => chatServer.cut().then(() => passTime(1_000)),
    () => chatServer.emit('outChat', idOf(1)),
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    await ring(1).then(stops).then(isQuiet);
  }
});

test('[CALL-32] a call in a hidden tab shows a desktop notification', async () => {
  const shown: unknown[][] = [];
  class StandInNotification {
    static permission = 'granted';
    constructor(title: string, { body, tag }: { body: string; tag: string }) {
      shown.push([title, body, tag]);
    }
    addEventListener() {}
    close() {
      shown.length = 0;
    }
  }
  vi.stubGlobal('Notification', StandInNotification);
  await openChat();
  useNotificationSettings.setState({ hasDesktop: true });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await ring(1);
  await waitFor(() => expect(shown).toEqual([[bob.name, 'Incoming voice call', `call-${idOf(1)}`]]));
  await chatServer.emit('voiceCallEnd', idOf(1));
  await waitFor(() => expect(shown).toEqual([]));
});

test('[NTF-5] [CALL-32] a call in a muted chat does not flash the title; a click outside the dialog does not close it', async () => {
  const { server, person } = await openChat();
  const title = document.title;
  server.answer(chatCall(2), { body: { data: aChat(2, { isMuted: true }) } });
  await ring(2);
  expect(document.title).toBe(title);
  // The dialog listens for outside clicks only from the next task on.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  fireEvent.pointerDown(document.body);
  fireEvent.click(document.body);
  expect(dialog()).not.toBeNull();
  await person.keyboard('{Escape}');
  await isQuiet();
});

test('[CALL-200] a second call offers to switch, and names the first one unless its chat is hidden', async () => {
  const { server, click, timesAsked } = await openChat({
    [start]: { status: 409, body: { code: 'in_other_call', message: 'Elsewhere', chatId: idOf(2) } },
    [chatCall(2)]: refusal(404, 'not_found', 'Chat not found'),
  });
  const question = (name: string) => screen.findByRole('alertdialog', { name });
  await click('Voice call');
  expect(await question('You are in another call')).toBeDefined();
  expect(popup.closed).toBe(true);
  await click('Cancel');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(timesAsked(start)).toBe(1);

  server.answer(chatCall(2), { body: { data: group } });
  popup = standInWindow();
  await click('Voice call');
  expect(await question('You are in a call in Book club')).toBeDefined();
  expect(screen.queryByText('Elsewhere')).toBeNull();
  popup = standInWindow();
  server.answer(start, { body: {} });
  await click('Leave and join here');
  await waitFor(() => expect(popup.location.pathname).toBe(`/voice-call/${idOf(1)}`));
  expect(server.bodyOf(start)).toEqual({ chatId: idOf(1), leaveCallIn: idOf(2) });
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('[CALL-202] Accept has the focus, but ignores keys typed into a message', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openChat();
  await ring(2);
  const accept = screen.getByRole('button', { name: 'Accept' });
  await waitFor(() => expect(document.activeElement).toBe(accept));
  fireEvent.click(accept, { detail: 0 });
  expect(popup.location.pathname).toBe('blank');
  passTime(1_000);
  fireEvent.click(accept, { detail: 0 });
  expect(popup.location.pathname).toBe(`/voice-call-group/${idOf(2)}`);
  await isQuiet();
});
