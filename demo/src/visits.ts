import { getChats, login, register, verifyEmail } from '@chat-app/contract';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createCaller, type Device } from './caller.ts';
import { cast, password, type PersonKey } from './people.ts';
import { findToken } from './sign-up.ts';
import { createWindows } from './windows.ts';

interface Place {
  readonly browser: Browser;
  readonly url: string;
  readonly dataDir: string;
  readonly picturesDir: string;
}

/** People who are shown as online without a browser window. */
const online: readonly PersonKey[] = ['noa', 'amal', 'claire', 'jonas', 'seun'];

/** Opens browser windows as people of the story and takes screenshots. */
export async function openVisits({ browser, url, dataDir, picturesDir }: Place) {
  const signIn = async (key: PersonKey) => {
    const caller = createCaller(url);
    const { user } = await caller.call(login, { email: cast[key].email, password });
    return { caller, id: user.id };
  };
  const mara = await signIn('mara');
  const chats = (await mara.caller.call(getChats, {})).data;
  const largeFile = await makeLargeFile(dataDir);
  const devices: Device[] = [];
  const windows = createWindows(browser, url);
  for (const key of online) {
    const { caller, id } = await signIn(key);
    devices.push(await caller.connect(id));
  }

  return {
    /** The chat in Mara's list whose name starts with this text. */
    chatId: (name: string) => {
      const chat = chats.find((candidate) => candidate.name.startsWith(name));
      if (!chat) throw new Error(`There is no chat ${name}`);
      return chat._id;
    },
    largeFile,
    callerOf: async (key: PersonKey) => (await signIn(key)).caller,

    /** Opens a browser window with the person signed in. */
    open: async (key: PersonKey, path: string, options: BrowserContextOptions = {}): Promise<Page> =>
      windows.open((await signIn(key)).caller, path, options),
    openAsNobody: (path: string, options: BrowserContextOptions = {}): Promise<Page> =>
      windows.open(createCaller(url), path, options),
    /** Opens a browser window as a new user, verified or not. */
    openAsNewcomer: async ({ isVerified }: { isVerified: boolean }, options: BrowserContextOptions): Promise<Page> => {
      const caller = createCaller(url);
      const email = `${randomUUID().slice(0, 13)}@example.com`;
      await caller.call(register, { name: 'Ida Brandt', email, password });
      if (isVerified) await caller.call(verifyEmail, { token: await findToken(join(dataDir, 'outbox'), email) });
      return windows.open(caller, '/', options);
    },
    leave: windows.leave,

    /** Takes a screenshot after all images and fonts of the page have loaded. */
    picture: async (page: Page, name: string): Promise<void> => {
      await page.waitForFunction(() => [...document.images].every((image) => image.complete));
      await page.evaluate(() => document.fonts.ready);
      const file = join(picturesDir, `${name}.webp`);
      const { size } = await sharp(await page.screenshot())
        .webp({ quality: 82, effort: 6 })
        .toFile(file);
      process.stdout.write(`${name}.webp: ${Math.round(size / 1024)} KB\n`);
    },

    close: async () => {
      await windows.leave();
      for (const device of devices) device.disconnect();
    },
  };
}

export type Visits = Awaited<ReturnType<typeof openVisits>>;

/** A sparse file without contents, deleted with the folder. */
async function makeLargeFile(folder: string): Promise<string> {
  const path = join(folder, 'low-tide-final-mix.wav');
  await writeFile(path, '');
  await truncate(path, 384 * 1024 * 1024);
  return path;
}
