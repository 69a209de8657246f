import type { Page } from '@playwright/test';
import { fileURLToPath } from 'node:url';

const socketIoClient = fileURLToPath(
  new URL('../../node_modules/socket.io-client/dist/socket.io.min.js', import.meta.url),
);

export interface ClientSocket {
  emit: (name: string, ...args: unknown[]) => void;
  on: (name: string, listener: (...args: never[]) => unknown) => void;
}

/** Loads an empty page of our origin with the client of Socket.IO, for a client of our server that is not our own. */
export async function openBarePage(page: Page): Promise<void> {
  await page.route('**/bare-page', (route) => route.fulfill({ contentType: 'text/html', body: '<p>A bare page</p>' }));
  await page.goto('/bare-page');
  await page.addScriptTag({ path: socketIoClient });
}
