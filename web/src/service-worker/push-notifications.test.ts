import type { ChatId, PushPayload } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { idOf } from '../../test/chats.ts';
import { openChatOf, showPush } from './push-notifications.ts';

const chatId = idOf<ChatId>(1);
const sender = { chatId, title: 'Bob', icon: '/api/avatars/b.svg' };
const message: PushPayload = { ...sender, kind: 'message', body: 'are you there?' };
const call: PushPayload = { ...sender, kind: 'call', body: 'is calling you' };
const callOver = (isMissed: boolean): PushPayload => ({ kind: 'callOver', chatId, title: 'Bob', isMissed });
const videoCallOver: PushPayload = { kind: 'callOver', chatId, title: 'Bob', isMissed: true, callKind: 'video' };

/** A browser with these windows, and the notifications that it shows. */
function aBrowser(...open: { url?: string; isVisible?: boolean }[]) {
  const shown = new Map<string, { title: string; body: string }>();
  const posted: unknown[] = [];
  const opened: string[] = [];
  const clients = open.map(({ url = '/', isVisible = false }) => ({
    url: new URL(url, 'https://chat.example.org').href,
    visibilityState: isVisible ? 'visible' : 'hidden',
    focus: async () => {},
    postMessage: (data: unknown) => posted.push([url, data]),
  }));
  const outlets = {
    clients: {
      matchAll: async () => clients,
      openWindow: async (url: string) => void opened.push(url),
    },
    registration: {
      showNotification: async (title: string, { body = '', tag = '' }: NotificationOptions = {}) =>
        void shown.set(tag, { title, body }),
      getNotifications: async ({ tag = '' }: GetNotificationOptions = {}) =>
        shown.has(tag) ? [{ close: () => shown.delete(tag) }] : [],
    },
  } as unknown as Parameters<typeof showPush>[0];
  return { outlets, shown, posted, opened };
}
const aNotification = { data: { chatId } } as Notification;

test('[PSH-7] a push to closed or hidden windows is shown, one notification per chat', async () => {
  const { outlets, shown } = aBrowser({ isVisible: false });
  await showPush(outlets, message);
  await showPush(outlets, { ...message, body: 'hello?' });
  expect([...shown]).toEqual([[chatId, { title: 'Bob', body: 'hello?' }]]);
});

test('[PSH-7] nothing is shown while a window is visible, nor for an invalid chat id', async () => {
  const { outlets, shown } = aBrowser({ isVisible: false }, { isVisible: true });
  for (const payload of [message, call, callOver(true)]) await showPush(outlets, payload);
  expect(shown.size).toBe(0);
  const hidden = aBrowser();
  await showPush(hidden.outlets, { ...message, chatId: asId('../api/auth/logout') });
  expect(hidden.shown.size).toBe(0);
});

test('[PSH-5] [CALL-410] the end of a call closes its notification; a missed call replaces it, named by its kind', async () => {
  const { outlets, shown } = aBrowser();
  await showPush(outlets, call);
  expect([...shown.keys()]).toEqual([`call-${chatId}`]);
  await showPush(outlets, callOver(false));
  expect(shown.size).toBe(0);
  await showPush(outlets, call);
  await showPush(outlets, callOver(true));
  expect([...shown.values()]).toEqual([{ title: 'Bob', body: 'Missed voice call' }]);
  await showPush(outlets, { ...call, body: 'Incoming video call' });
  await showPush(outlets, videoCallOver);
  expect([...shown.values()]).toEqual([{ title: 'Bob', body: 'Missed video call' }]);
});

test('[PSH-7] a click opens the chat in an existing or new window, never in a call window', async () => {
  const withWindow = aBrowser({ url: `/voice-call/${idOf(2)}` }, { url: '/' });
  await openChatOf(withWindow.outlets.clients, aNotification);
  expect(withWindow).toMatchObject({ posted: [['/', { openChat: chatId }]], opened: [] });

  const without = aBrowser({ url: `/voice-call/${idOf(2)}` });
  await openChatOf(without.outlets.clients, aNotification);
  expect(without).toMatchObject({ posted: [], opened: [`/chat/${chatId}`] });
});
