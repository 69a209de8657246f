import { getChats, login, register, verifyEmail } from '@chat-app/contract';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createApiClient, type Device } from './api-client.ts';
import { personas, password, type PersonaKey } from './personas.ts';
import { readMailToken } from './sign-up.ts';
import { createWindows } from './windows.ts';

interface DemoBrowserOptions {
  readonly browser: Browser;
  readonly url: string;
  readonly dataDir: string;
  readonly screenshotsDir: string;
}

/** People who are shown as online without a browser window. */
const online: readonly PersonaKey[] = ['noa', 'amal', 'claire', 'jonas', 'seun'];

/** Opens browser windows as personas and takes screenshots. */
export async function openDemoBrowser({ browser, url, dataDir, screenshotsDir }: DemoBrowserOptions) {
  const signIn = async (key: PersonaKey) => {
    const client = createApiClient(url);
    const { user } = await client.call(login, { email: personas[key].email, password });
    return { client, id: user.id };
  };
  const mara = await signIn('mara');
  const chats = (await mara.client.call(getChats, {})).data;
  const largeFile = await makeLargeFile(dataDir);
  const devices: Device[] = [];
  const windows = createWindows(browser, url);
  for (const key of online) {
    const { client, id } = await signIn(key);
    devices.push(await client.connect(id));
  }

  return {
    /** The chat in Mara's list whose name starts with this text. */
    chatId: (name: string) => {
      const chat = chats.find((candidate) => candidate.name.startsWith(name));
      if (!chat) throw new Error(`There is no chat ${name}`);
      return chat._id;
    },
    largeFile,
    idOf: async (key: PersonaKey) => (await signIn(key)).id,
    clientOf: async (key: PersonaKey) => (await signIn(key)).client,

    /** Opens a browser window with the person signed in. */
    open: async (key: PersonaKey, path: string, options: BrowserContextOptions = {}): Promise<Page> =>
      windows.open((await signIn(key)).client, path, options),
    openSignedOut: (path: string, options: BrowserContextOptions = {}): Promise<Page> =>
      windows.open(createApiClient(url), path, options),
    /** Opens a browser window as a new user, verified or not. */
    openAsNewUser: async ({ isVerified }: { isVerified: boolean }, options: BrowserContextOptions): Promise<Page> => {
      const client = createApiClient(url);
      const email = `${randomUUID().slice(0, 13)}@example.com`;
      await client.call(register, { name: 'Ida Brandt', email, password });
      if (isVerified) await client.call(verifyEmail, { token: await readMailToken(join(dataDir, 'outbox'), email) });
      return windows.open(client, '/', options);
    },
    closeWindows: windows.closeAll,

    /** Takes a screenshot after all images and fonts of the page have loaded. */
    screenshot: async (page: Page, name: string): Promise<void> => {
      await page.waitForFunction(() => [...document.images].every((image) => image.complete));
      await page.evaluate(() => document.fonts.ready);
      const file = join(screenshotsDir, `${name}.webp`);
      const { size } = await sharp(await page.screenshot())
        .webp({ quality: 82, effort: 6 })
        .toFile(file);
      process.stdout.write(`${name}.webp: ${Math.round(size / 1024)} KB\n`);
    },

    close: async () => {
      await windows.closeAll();
      for (const device of devices) device.disconnect();
    },
  };
}

export type DemoBrowser = Awaited<ReturnType<typeof openDemoBrowser>>;

/** A sparse file without contents, deleted with the folder. */
async function makeLargeFile(folder: string): Promise<string> {
  const path = join(folder, 'low-tide-final-mix.wav');
  await writeFile(path, '');
  await truncate(path, 384 * 1024 * 1024);
  return path;
}
