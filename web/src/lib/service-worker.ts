import { ChatId } from '@chat-app/contract';

const file = '/service-worker.js';

/** Null where there is none: in development, on pages that are not secure, in browsers without. */
export async function findServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  return (await workers?.getRegistration().catch(() => undefined)) ?? null;
}

/** Keeps the app's own files for times without a network, and listens when no window is open. */
export async function startServiceWorker(): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!import.meta.env.PROD || !workers) return;
  // A browser that keeps nothing for us goes on without.
  await workers.register(file).catch(() => undefined);
}

/** Calls back when a notice of the worker was clicked and this window is to show the chat. Returns how to stop. */
export function onNoticeClick(openChat: (chatId: ChatId) => void): () => void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const handleMessage = ({ data }: MessageEvent<{ openChat?: unknown } | null>) => {
    const chatId = ChatId.safeParse(data?.openChat);
    if (chatId.success) openChat(chatId.data);
  };
  workers?.addEventListener('message', handleMessage);
  return () => workers?.removeEventListener('message', handleMessage);
}

/** What was read on whichever device is no news any more. */
export async function closeChatNotices(chatId: ChatId): Promise<void> {
  const worker = await findServiceWorker();
  const notices = (await worker?.getNotifications({ tag: chatId }).catch(() => [])) ?? [];
  for (const notice of notices) notice.close();
}
