import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import { paintCameras } from './painted-cameras.ts';

const timeoutMs = 10_000;

/** Browser windows, each with or without a session. */
export function createWindows(browser: Browser, url: string) {
  const contexts: BrowserContext[] = [];
  return {
    open: async (client: ApiClient, path: string, options: BrowserContextOptions): Promise<Page> => {
      const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', locale: 'en-GB', ...options });
      contexts.push(context);
      context.setDefaultTimeout(timeoutMs);
      const pairs = client.cookie().split('; ').filter(Boolean);
      await context.addCookies(
        pairs.map((pair) => ({
          name: pair.slice(0, pair.indexOf('=')),
          value: pair.slice(pair.indexOf('=') + 1),
          url,
        })),
      );
      await renameMediaDevices(context);
      await paintCameras(context);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
    /** Closes all windows. */
    closeAll: async (): Promise<void> => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    },
  };
}

/** Replaces the names of the browser's fake devices, which would look odd in screenshots. */
async function renameMediaDevices(context: BrowserContext): Promise<void> {
  // tsx wraps functions in a helper that does not exist in the page.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await context.addInitScript(() => {
    const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
    const labels = {
      audioinput: 'Built-in microphone',
      audiooutput: 'Built-in speakers',
      videoinput: 'Built-in camera',
    };
    const rename = (device: MediaDeviceInfo) => {
      const label = device.label && labels[device.kind];
      return { deviceId: device.deviceId, groupId: device.groupId, kind: device.kind, label } as MediaDeviceInfo;
    };
    navigator.mediaDevices.enumerateDevices = async () => (await list()).map(rename);
  });
}
