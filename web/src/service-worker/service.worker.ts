import type { PushPayload } from '@chat-app/contract';
import { openChatOf, showPush } from './push-notifications.ts';
import { responseFor, deleteOldShells, cacheShell } from './shell.ts';
import type { WorkerScope } from './worker-scope.ts';

const worker = globalThis as unknown as WorkerScope;

worker.addEventListener('install', (event) => {
  // Safe to activate at once: pages load network first, and the files that tabs of an older version need stay cached.
  event.waitUntil(cacheShell().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldShells().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const answer = responseFor(event.request);
  if (answer !== null) event.respondWith(answer);
});

worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showPush(worker, event.data.json() as PushPayload));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openChatOf(worker.clients, event.notification));
});
