import { getChats, login } from '@chat-app/contract';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { join } from 'node:path';
import sharp from 'sharp';
import { createCaller, type Device } from './caller.ts';
import { cast, password, type PersonKey } from './people.ts';

interface Place {
  readonly browser: Browser;
  readonly url: string;
  readonly picturesDir: string;
}

/** Those who are seen to be online, without a window of their own. */
const online: readonly PersonKey[] = ['noa', 'amal', 'claire', 'jonas', 'seun'];

/** People in front of their screens, and a camera. */
export async function openVisits({ browser, url, picturesDir }: Place) {
  const signIn = async (key: PersonKey) => {
    const caller = createCaller(url);
    const { user } = await caller.call(login, { email: cast[key].email, password });
    return { caller, id: user.id };
  };
  const mara = await signIn('mara');
  const chats = (await mara.caller.call(getChats, {})).data;
  const devices: Device[] = [];
  for (const key of online) {
    const { caller, id } = await signIn(key);
    devices.push(await caller.connect(id));
  }

  return {
    /** The chat that Mara's list shows under such a name. */
    chatId: (name: string) => {
      const chat = chats.find((candidate) => candidate.name.startsWith(name));
      if (!chat) throw new Error(`There is no chat ${name}`);
      return chat._id;
    },
    callerOf: async (key: PersonKey) => (await signIn(key)).caller,

    /** Somebody's browser, signed in. */
    open: async (key: PersonKey, path: string, options: BrowserContextOptions = {}): Promise<Page> => {
      const { caller } = await signIn(key);
      const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', locale: 'en-GB', ...options });
      const cookies = caller.cookie().split('; ');
      await context.addCookies(
        cookies.map((pair) => ({
          name: pair.slice(0, pair.indexOf('=')),
          value: pair.slice(pair.indexOf('=') + 1),
          url,
        })),
      );
      await nameDevices(context);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },

    /** Takes a picture of what a page shows when everything on it has loaded. */
    picture: async (page: Page, name: string): Promise<void> => {
      await page.waitForFunction(() => [...document.images].every((image) => image.complete));
      await page.evaluate(() => document.fonts.ready);
      const file = join(picturesDir, `${name}.webp`);
      const { size } = await sharp(await page.screenshot())
        .webp({ quality: 82, effort: 6 })
        .toFile(file);
      process.stdout.write(`${name}.webp: ${Math.round(size / 1024)} KB\n`);
    },

    close: () => devices.forEach((device) => device.disconnect()),
  };
}

/** The browser's make-believe devices are called so; a picture for people is better without. */
async function nameDevices(context: BrowserContext): Promise<void> {
  // The compiler that runs this file marks functions by a helper that the page does not have.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await context.addInitScript(() => {
    const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
    const rename = (device: MediaDeviceInfo) => {
      const label = device.label && (device.kind === 'audioinput' ? 'Built-in microphone' : 'Built-in speakers');
      return { deviceId: device.deviceId, groupId: device.groupId, kind: device.kind, label } as MediaDeviceInfo;
    };
    navigator.mediaDevices.enumerateDevices = async () => (await list()).map(rename);
  });
}

export type Visits = Awaited<ReturnType<typeof openVisits>>;
