import { type BrowserContext, chromium } from '@playwright/test';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions, signIn } from './browser.ts';
import type { BenchUser } from './users.ts';

/** A user in a separate browser with a disk profile: a private window would keep received files in memory. */
export async function openBrowser(url: string, user: BenchUser) {
  const folder = await mkdtemp(join(tmpdir(), 'chat-app-bench-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    baseURL: url,
    acceptDownloads: true,
  });
  await signIn(context, url, user);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    page,
    memory: await watchMemory(context),
    close: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The memory of the page's process: of all renderers, the one with the most CPU time. */
async function watchMemory(context: BrowserContext) {
  const browser = context.browser();
  if (!browser) throw new Error('the browser is gone');
  const session = await browser.newBrowserCDPSession();
  return async (): Promise<number> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    const [busiest] = renderers.toSorted((one, other) => other.cpuTime - one.cpuTime);
    return busiest ? ownMegabytes(busiest.id) : 0;
  };
}

/** Without the shared pages of the browser's binary, which the first transfer loads. */
async function ownMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = ['RssAnon', 'RssShmem'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}

/**
 * Joins chunks into larger ones on their way into the channel, so that everything else stays unchanged. Applied to the
 * sender's page only.
 */
export function joinChunks(chunkBytes: number) {
  // oxlint-disable-next-line typescript/unbound-method -- bound again with each call
  const send = RTCDataChannel.prototype.send as (this: RTCDataChannel, data: string | Uint8Array<ArrayBuffer>) => void;
  let buffered = new Uint8Array(chunkBytes);
  let length = 0;
  const flush = (channel: RTCDataChannel) => {
    if (length > 0) send.call(channel, buffered.subarray(0, length));
    buffered = new Uint8Array(chunkBytes);
    length = 0;
  };
  RTCDataChannel.prototype.send = function sendJoined(this: RTCDataChannel, data: string | Uint8Array<ArrayBuffer>) {
    if (typeof data === 'string') {
      flush(this);
      send.call(this, data);
      return;
    }
    if (length + data.byteLength > chunkBytes) flush(this);
    buffered.set(data, length);
    length += data.byteLength;
    if (length === chunkBytes) flush(this);
  } as typeof RTCDataChannel.prototype.send;
}
