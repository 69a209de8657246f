import type { CallKind } from '@chat-app/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aChat, aGroup, aRow, bob, cid, idOf } from '../../../../test/chats.ts';
import { openApp } from '../../../../test/open-app.tsx';
import { chatServer } from '../../../../test/stand-in-chat-server.ts';
import { me, refusal, signedIn } from '../../../../test/stand-in-server.ts';
import { useNotificationSettings } from '../../../state/notification-settings.ts';
import { useRinging } from '../../../state/ringing.ts';

const start = 'POST /api/calls/voice/start';
const end = 'POST /api/calls/voice/end';
const chat = aChat(1, { name: bob.name });
const group = aGroup(2, { name: 'Book club' });
const answers = {
  ...signedIn,
  'GET /api/chats/all': { body: { data: [aRow(1), aRow(2, { isGroup: true, members: [me.id, bob.id, cid.id] })] } },
  [`GET /api/chats/get/${idOf(1)}`]: { body: { data: chat } },
  [`GET /api/chats/get/${idOf(2)}`]: { body: { data: group } },
  [start]: { body: {} },
  [end]: { body: {} },
};

/** The call window as the opening page sees it. */
function standInWindow() {
  const opened = {
    document: { documentElement: { style: {} } },
    location: {
      pathname: 'blank',
      search: '',
      replace: (path: string) => {
        const { pathname, search } = new URL(path, window.location.href);
        Object.assign(opened.location, { pathname, search });
      },
    },
    closed: false,
    focus: () => {},
    close: () => {
      opened.closed = true;
    },
  };
  return opened;
}

let popup = standInWindow();
let open = vi.fn<(url: string, name: string, look: string) => typeof popup | null>();
beforeEach(() => {
  popup = standInWindow();
  open = vi.fn<(url: string, name: string, look: string) => typeof popup | null>(() => popup);
  vi.stubGlobal('open', open);
  useRinging.setState({ calls: [] });
});

const isConnected = () => waitFor(() => expect(chatServer.connectionCount).toBe(1));
async function openChat(more: Parameters<typeof openApp>[1] = {}) {
  const app = openApp(`/chat/${idOf(1)}`, { ...answers, ...more });
  await isConnected();
  await chatServer.emit('getOnlineUsers', [bob.id]);
  return app;
}
const callButton = () => screen.findByRole('button', { name: 'Voice call' });
const dialog = () => screen.queryByRole('dialog', { name: /^Incoming (?:voice|video) call$/ });
const ring = async (number: number, kind?: CallKind) => {
  await chatServer.emit('voiceCallStart', idOf(number), kind);
  await waitFor(() => expect(dialog()).not.toBeNull());
};

test('[CALL-31] the call button is shown only while another member is online', async () => {
  await openChat();
  expect(await callButton()).toBeDefined();
  await chatServer.emit('getOnlineUsers', []);
  expect(screen.queryByRole('button', { name: 'Voice call' })).toBeNull();
});

test('[CALL-31] the call button opens a window at once, rings, and then navigates the window to the call', async () => {
  const { server, person } = await openChat();
  await person.click(await callButton());
  expect(open).toHaveBeenCalledWith('', `chat-app-call-${idOf(1)}`, 'popup,width=800,height=600');
  await waitFor(() => expect(popup.location.pathname).toBe(`/voice-call/${idOf(1)}`));
  expect(server.bodyOf(start)).toEqual({ chatId: idOf(1) });

  await person.click(await callButton());
  expect(server.asked.filter((call) => call === start)).toHaveLength(1);
});

test('[UI-52] the shortcut starts a call too, but not while nobody is online', async () => {
  const { server, person } = await openChat();
  await callButton();
  await person.keyboard('{Alt>}c{/Alt}');
  await waitFor(() => expect(popup.location.pathname).toBe(`/voice-call/${idOf(1)}`));
  expect(server.asked.filter((call) => call === start)).toHaveLength(1);

  await chatServer.emit('getOnlineUsers', []);
  open.mockClear();
  await person.keyboard('{Alt>}c{/Alt}');
  expect(open).not.toHaveBeenCalled();
});

test('[CALL-31] a call that cannot be started closes the window and shows the reason', async () => {
  const { person } = await openChat({ [start]: refusal(409, 'peer_busy', 'The other side is in another call') });
  await person.click(await callButton());
  expect(await screen.findByText('The other side is in another call')).toBeDefined();
  expect(popup.closed).toBe(true);
});

test('[CALL-31] closing the window before the call has started cancels the call', async () => {
  const closeFirst = async () => {
    popup.close();
    return { body: {} };
  };
  const { server, person } = await openChat({ [start]: closeFirst });
  await person.click(await callButton());
  await waitFor(() => expect(server.asked).toContain(end));
});

test('[CALL-31] if the browser blocks the window, a toast is shown and nobody is called', async () => {
  open.mockReturnValue(null);
  const { server, person } = await openChat();
  await person.click(await callButton());
  expect(await screen.findByText('The call window was blocked')).toBeDefined();
  expect(server.asked).not.toContain(start);
});

test('[CALL-32] if the browser blocks the window of an accepted call, the call is in the page', async () => {
  open.mockReturnValue(null);
  const { person } = await openChat();
  await ring(1, 'video');
  await person.click(screen.getByRole('button', { name: 'Accept with video' }));
  expect(await screen.findByText('The call is in this page instead')).toBeDefined();
  expect(await screen.findByRole('region', { name: `Call: ${bob.name}` })).toBeDefined();
  await waitFor(() => expect(dialog()).toBeNull());
});

test('[CALL-31] during a call in the chat the button joins it', async () => {
  await openChat({ [`GET /api/chats/get/${idOf(1)}`]: { body: { data: { ...chat, calling: 'voice' } } } });
  const button = await screen.findByRole('button', { name: 'Join voice call' });
  expect(button.querySelector('svg')?.classList).toContain('animate-shake');
});

test('[CALL-456] a video call opens a window with a preview, and nobody is called yet', async () => {
  const { server, person } = await openChat();
  await person.click(await screen.findByRole('button', { name: 'Video call' }));
  expect(open).toHaveBeenCalledWith('', `chat-app-call-${idOf(1)}`, 'popup,width=800,height=600');
  expect(popup.location).toMatchObject({ pathname: `/voice-call/${idOf(1)}`, search: '?video' });
  expect(server.asked.filter((call) => call.startsWith('POST /api/calls/'))).toEqual([]);
});

test('[CALL-456] a window that shows the preview is used for a voice call, and a running call is not left', async () => {
  const { server, person } = await openChat();
  await person.click(await screen.findByRole('button', { name: 'Video call' }));
  await person.click(await callButton());
  await waitFor(() => expect(popup.location).toMatchObject({ pathname: `/voice-call/${idOf(1)}`, search: '' }));
  await person.click(screen.getByRole('button', { name: 'Video call' }));
  expect(popup.location.search).toBe('');
  expect(server.asked.filter((call) => call === start)).toHaveLength(1);
});

test.each([
  ['voice', ['Join voice call']],
  ['video', ['Join voice call', 'Join video call']],
] as const)('[CALL-456] during a %s call the header offers %o', async (calling, names) => {
  await openChat({ [`GET /api/chats/get/${idOf(1)}`]: { body: { data: { ...chat, calling } } } });
  await screen.findByRole('button', { name: 'Join voice call' });
  const buttons = screen.getAllByRole('button', { name: /(?:voice|video) call$/i });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(names);
});

test('[CALL-457] an incoming video call is accepted by voice, or with video after a preview', async () => {
  const { server, person } = await openChat();
  await ring(2, 'video');
  expect(screen.getByRole('dialog', { name: 'Incoming video call' })).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Accept with video' }));
  expect(popup.location).toMatchObject({ pathname: `/voice-call-group/${idOf(2)}`, search: '?video' });
  await waitFor(() => expect(dialog()).toBeNull());

  popup = standInWindow();
  await ring(1, 'video');
  await person.click(screen.getByRole('button', { name: 'Accept' }));
  expect(popup.location).toMatchObject({ pathname: `/voice-call/${idOf(1)}`, search: '' });
  expect(server.asked.filter((call) => call.startsWith('POST /api/calls/'))).toEqual([]);
});

test('[CALL-457] an incoming voice call offers no video', async () => {
  await openChat();
  await ring(1);
  expect(screen.queryByRole('button', { name: 'Accept with video' })).toBeNull();
});

test('[CALL-32] accepting opens the window of the call, and the page stops ringing', async () => {
  const { server, person } = await openChat();
  await ring(2);
  expect(document.title).toBe('Book club is calling');
  await person.click(screen.getByRole('button', { name: 'Accept' }));
  expect(popup.location.pathname).toBe(`/voice-call-group/${idOf(2)}`);
  await waitFor(() => expect(dialog()).toBeNull());
  expect(document.title).toBe('Chat App');
  expect(server.asked).not.toContain(start);
});

test.each([
  [1, 'of two ends it', [end]],
  [2, 'in a group leaves it to the others', []],
])('[CALL-32] rejecting a call (%i) %s', async (number, _what, asked) => {
  const { server, person } = await openChat();
  await ring(number);
  await person.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(server.asked.filter((call) => call === end)).toEqual(asked);
});

test.each(['voiceCallEnd', 'voiceDeviceJoined', 'outChat'] as const)(
  '[CALL-33] %s stops the ringing',
  async (event) => {
    await openChat();
    await ring(1);
    await chatServer.emit(event, idOf(1));
    await waitFor(() => expect(dialog()).toBeNull());
  },
);

test('[CALL-33] a call that ended during a lost connection stops ringing after the reconnect', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openChat();
  await ring(1);
  await chatServer.cut();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await waitFor(() => expect(dialog()).toBeNull());
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

test('[NTF-5] a call in a muted chat shows the dialog, but does not flash the title', async () => {
  const { server } = await openChat();
  const title = document.title;
  server.answer(`GET /api/chats/get/${idOf(2)}`, { body: { data: aChat(2, { isMuted: true }) } });
  await ring(2);
  expect(document.title).toBe(title);
});

test('[CALL-32] a click outside the dialog does not close it', async () => {
  const { person } = await openChat();
  await ring(1);
  // The dialog listens for outside clicks only from the next task on.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  fireEvent.pointerDown(document.body);
  fireEvent.click(document.body);
  expect(dialog()).not.toBeNull();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(dialog()).toBeNull());
});

test('[CALL-33] ringing stops after 45 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openChat();
  await ring(1);
  await act(() => vi.advanceTimersByTimeAsync(45_000));
  expect(dialog()).toBeNull();
});

test('[CALL-33] of two calls the first is shown first', async () => {
  const { person } = await openChat();
  await ring(1);
  await chatServer.emit('voiceCallStart', idOf(2));
  expect(screen.getByText(bob.name, { selector: '[role=dialog] *' })).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('Book club', { selector: '[role=dialog] *' })).toBeDefined();
});

const inOtherCall = { status: 409, body: { code: 'in_other_call', message: 'Elsewhere', chatId: idOf(2) } };
const question = (name: string) => screen.findByRole('alertdialog', { name });

test('[CALL-200] starting a second call names the first one and offers to switch', async () => {
  const { server, person } = await openChat({ [start]: inOtherCall });
  await person.click(await callButton());
  expect(await question('You are in a call in Book club')).toBeDefined();
  expect(popup.closed).toBe(true);
  expect(screen.queryByText('Elsewhere')).toBeNull();

  popup = standInWindow();
  server.answer(start, { body: {} });
  await person.click(screen.getByRole('button', { name: 'Leave and join here' }));
  await waitFor(() => expect(popup.location.pathname).toBe(`/voice-call/${idOf(1)}`));
  expect(server.bodyOf(start)).toEqual({ chatId: idOf(1), leaveCallIn: idOf(2) });
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('[CALL-200] cancelling keeps the other call, and the name of a hidden chat is not shown', async () => {
  const { server, person } = await openChat({
    [start]: inOtherCall,
    [`GET /api/chats/get/${idOf(2)}`]: refusal(404, 'not_found', 'Chat not found'),
  });
  await person.click(await callButton());
  expect(await question('You are in another call')).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.asked.filter((call) => call === start)).toHaveLength(1);
});

test('[CALL-202] Accept has the focus, but ignores keys typed into a message', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openChat();
  await ring(2);
  const accept = screen.getByRole('button', { name: 'Accept' });
  await waitFor(() => expect(document.activeElement).toBe(accept));
  fireEvent.click(accept, { detail: 0 });
  expect(popup.location.pathname).toBe('blank');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  fireEvent.click(accept, { detail: 0 });
  expect(popup.location.pathname).toBe(`/voice-call-group/${idOf(2)}`);
});

test('[CALL-202] the close button ignores the call without rejecting it', async () => {
  const { server, person } = await openChat();
  await ring(1);
  await person.click(screen.getByRole('button', { name: 'Ignore' }));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(server.asked).not.toContain(end);
});
