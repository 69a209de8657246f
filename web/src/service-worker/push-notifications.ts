import type { ChatId, PushPayload } from '@chat-app/contract';
import { isCallPath } from '../format/paths.ts';
import type { WorkerClients } from './worker-scope.ts';

/** The browser APIs that the worker needs. */
interface WorkerApis {
  readonly clients: Pick<WorkerClients, 'matchAll' | 'openWindow'>;
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>;
}

type CallOver = Extract<PushPayload, { kind: 'callOver' }>;
type NotificationPayload = Exclude<PushPayload, CallOver>;

const windows = { type: 'window', includeUncontrolled: true } as const;
const idPattern = /^[\da-f-]{36}$/;

/** Shows a push, unless a window of the app is visible, which shows the event itself. */
export async function showPush({ clients, registration }: WorkerApis, payload: PushPayload): Promise<void> {
  // The payload is encrypted by our server, but a newer server may send a format that this worker does not know.
  if (!idPattern.test(payload.chatId)) return;
  const isLookedAt = (await clients.matchAll(windows)).some(({ visibilityState }) => visibilityState === 'visible');
  if (payload.kind === 'callOver') {
    for (const notification of await registration.getNotifications({ tag: callTag(payload.chatId) }))
      notification.close();
    if (payload.isMissed && !isLookedAt) await show(registration, missed(payload));
    return;
  }
  if (!isLookedAt) await show(registration, payload);
}

/** Opens the chat in an existing window, or in a new one. Never uses a call window. */
export async function openChatOf(clients: WorkerApis['clients'], notification: Notification): Promise<void> {
  const { chatId } = (notification.data ?? {}) as { chatId?: ChatId };
  if (chatId === undefined) return;
  const open = (await clients.matchAll(windows)).find(({ url }) => !isCallPath(new URL(url).pathname));
  if (!open) {
    await clients.openWindow(`/chat/${chatId}`);
    return;
  }
  await open.focus();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client is a window of our own origin
  open.postMessage({ openChat: chatId });
}

/** One notification per chat: a later one replaces the earlier one. */
function show(registration: WorkerApis['registration'], { kind, chatId, title, body, icon }: NotificationPayload) {
  const isCall = kind === 'call';
  return registration.showNotification(title, {
    body,
    icon: icon || '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    tag: isCall ? callTag(chatId) : chatId,
    data: { chatId },
    ...(isCall && { requireInteraction: true }),
  });
}

const callTag = (chatId: ChatId) => `call-${chatId}`;

function missed({ chatId, title, callKind }: CallOver): NotificationPayload {
  const body = callKind === 'video' ? 'Missed video call' : 'Missed voice call';
  return { kind: 'message', chatId, title, body, icon: '' };
}
