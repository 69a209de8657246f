import { ChatId } from '@chat-app/contract';

const file = '/service-worker.js';

/** Null if there is none: in development, on insecure pages, and in browsers without support. */
export async function findServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  return (await workers?.getRegistration().catch(() => undefined)) ?? null;
}

/** Registers the worker, which caches the app's files and receives pushes while no window is open. */
export async function startServiceWorker(): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!import.meta.env.PROD || !workers) return;
  // The app works without the worker.
  await workers.register(file).catch(() => undefined);
}

/** Calls `openChat` when the person clicks a notification and this window should show the chat. Returns a disposer. */
export function onNotificationClick(openChat: (chatId: ChatId) => void): () => void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const handleMessage = ({ data }: MessageEvent<{ openChat?: unknown } | null>) => {
    const chatId = ChatId.safeParse(data?.openChat);
    if (chatId.success) openChat(chatId.data);
  };
  workers?.addEventListener('message', handleMessage);
  return () => workers?.removeEventListener('message', handleMessage);
}

/** Closes the notifications of a chat after it was read on any device. */
export async function closeChatNotifications(chatId: ChatId): Promise<void> {
  const worker = await findServiceWorker();
  const notifications = (await worker?.getNotifications({ tag: chatId }).catch(() => [])) ?? [];
  for (const notification of notifications) notification.close();
}
