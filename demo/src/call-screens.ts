import {
  type CallKind,
  type ChatId,
  createChat,
  endVoiceCall,
  startVideoCall,
  startVoiceCall,
} from '@chat-app/contract';
import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import type { DemoBrowser } from './demo-browser.ts';
import type { PersonaKey } from './personas.ts';
import { band, button, openMenu, type Screen, signedIn, tab } from './screens.ts';

/** Cameras take half of a minute to open and connect while many windows share the machine. */
const patiently = { timeout: 90_000 };
const pair = 'Tomás Ibarra';
const friends = ['tomas', 'noa', 'amal', 'yuki', 'seun'] as const;

interface CallOptions {
  /** Whose cameras are on. */
  readonly cameras: readonly PersonaKey[];
  /** What happens once everybody is connected, in the window that is shown and in those of the others. */
  readonly act?: (page: Page, others: readonly Page[]) => Promise<unknown>;
}

interface CallOf extends CallOptions {
  readonly chatId: (demo: DemoBrowser) => ChatId | Promise<ChatId>;
  readonly with: readonly PersonaKey[];
}

const turnCameraOn = (place: Page | Locator) =>
  place.getByRole('button', { name: 'Turn camera on', exact: true }).click(patiently);
const panelOf = (page: Page) => page.getByRole('region', { name: /^Call: / });
const shareScreen = async (page?: Page) => page && button(page, 'Share screen').click();
const more = async (page: Page, entry: string) => {
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: entry }).click();
};

async function ringFor(demo: DemoBrowser, key: PersonaKey, chatId: ChatId, kind: CallKind): Promise<void> {
  const client = await demo.clientOf(key);
  await client.call(endVoiceCall, { chatId }).catch(() => undefined);
  await client.call(kind === 'video' ? startVideoCall : startVoiceCall, { chatId });
}

/** The others in windows of their own; their sizes do not matter. */
async function openOthers(demo: DemoBrowser, chatId: ChatId, { with: keys, cameras }: CallOf): Promise<Page[]> {
  const [first = 'tomas'] = keys;
  await ringFor(demo, first, chatId, 'video');
  const pages = [];
  for (const key of keys) {
    const page = await demo.open(key, `/voice-call${keys.length > 1 ? '-group' : ''}/${chatId}`);
    const leave = button(page, 'Leave and join here');
    await button(page, 'Hang up').or(leave).first().waitFor(patiently);
    // The call of the previous screenshot ends only after a moment.
    if (await leave.isVisible()) await leave.click();
    if (cameras.includes(key)) await turnCameraOn(page);
    pages.push(page);
  }
  return pages;
}

async function show(page: Page, others: readonly Page[], { cameras, act, with: keys }: CallOf): Promise<Page[]> {
  if (cameras.includes('mara')) {
    await turnCameraOn(page);
    await page.getByLabel('Your camera', { exact: true }).waitFor(patiently);
  }
  await page
    .getByText(/^Direct/)
    .nth(keys.length - 1)
    .waitFor(patiently);
  await act?.(page, others);
  // Until the first frames of all cameras are there.
  await page
    .getByText('Waiting for the picture')
    .first()
    .waitFor({ state: 'hidden', ...patiently });
  await page.waitForTimeout(2_000);
  return [page, ...others];
}

/** A call in Mara's window. */
const inWindow = (name: string, options: CallOf): Screen => ({
  name,
  isAlwaysDark: true,
  show: async (demo, look) => {
    const chatId = await options.chatId(demo);
    const others = await openOthers(demo, chatId, options);
    const page = await demo.open('mara', `/voice-call${others.length > 1 ? '-group' : ''}/${chatId}`, look);
    return show(page, others, options);
  },
});

const ofTwo = (name: string, options: CallOptions) =>
  inWindow(name, { ...options, chatId: (demo) => demo.chatId(pair), with: ['tomas'] });
const ofThree = (name: string, options: CallOptions) =>
  inWindow(name, { ...options, chatId: (demo) => demo.chatId(band), with: ['noa', 'tomas'] });

let groupOfSix: Promise<ChatId> | null = null;
const ofSix = (name: string, options: CallOptions) =>
  inWindow(name, { ...options, chatId: (demo) => (groupOfSix ??= createGroup(demo)), with: friends });

async function createGroup(demo: DemoBrowser): Promise<ChatId> {
  const mara = await demo.clientOf('mara');
  const members = await Promise.all(friends.map((key) => demo.idOf(key)));
  return (await mara.call(createChat, { members, name: 'Summer festival' })).chatId;
}

/** A call that is docked in Mara's page. */
const docked = (name: string, options: CallOptions): Screen => ({
  name,
  show: async (demo, look) => {
    const call: CallOf = { ...options, chatId: (each) => each.chatId(pair), with: ['tomas'] };
    const chatId = demo.chatId(pair);
    const page = await openDocking(demo, `/chat/${chatId}`, look);
    const others = await openOthers(demo, chatId, { ...call, cameras: [] });
    for (const other of others) if (options.cameras.includes('tomas')) await turnCameraOn(other);
    await button(page, 'Accept').click();
    await panelOf(page).getByRole('timer').waitFor(patiently);
    if (options.cameras.includes('mara')) await turnCameraOn(panelOf(page));
    if (options.cameras.length > 0) await panelOf(page).locator('video').first().waitFor(patiently);
    await options.act?.(page, others);
    await page.waitForTimeout(2_000);
    return [page, ...others];
  },
});

async function openDocking(demo: DemoBrowser, path: string, look: BrowserContextOptions): Promise<Page> {
  const page = await demo.open('mara', path, look);
  await page.evaluate(() => localStorage.setItem('chat-app.calls-in-page', 'on'));
  await page.reload();
  await page.getByRole('region', { name: 'Messages' }).waitFor();
  return page;
}

const resize = async (page: Page, size: 'large' | 'small') => {
  const control = page.getByRole('button', { name: `Make the call ${size}` });
  if (await control.isVisible()) await control.click();
};

async function openCallSettings(page: Page): Promise<void> {
  await openMenu(page, 'Account Settings');
  await tab(page, 'Calls');
}

/** Calls with cameras and screens, docked calls, and their settings. */
export const callScreens: readonly Screen[] = [
  {
    name: 'video-preview',
    isAlwaysDark: true,
    show: async (demo, look) => {
      const page = await demo.open('mara', `/voice-call/${demo.chatId(pair)}?video`, look);
      await page.getByLabel('Your camera', { exact: true }).waitFor(patiently);
      await page.waitForTimeout(1_000);
      return [page];
    },
  },
  {
    name: 'video-waiting',
    isAlwaysDark: true,
    show: async (demo, look) => {
      const chatId = demo.chatId(pair);
      const called = await demo.open('tomas', '/');
      await called.getByRole('list', { name: 'Chats' }).waitFor();
      await ringFor(demo, 'mara', chatId, 'video');
      const page = await demo.open('mara', `/voice-call/${chatId}`, look);
      await button(page, 'Hang up').waitFor();
      await turnCameraOn(page);
      await page.getByLabel('Your camera', { exact: true }).waitFor(patiently);
      await page.waitForTimeout(1_000);
      return [page, called];
    },
  },
  {
    name: 'video-call-comes-in',
    show: async (demo, look) => {
      const page = await demo.open('mara', '/', look);
      await page.getByRole('list', { name: 'Chats' }).waitFor();
      await ringFor(demo, 'tomas', demo.chatId(pair), 'video');
      const caller = await demo.open('tomas', `/voice-call/${demo.chatId(pair)}`);
      await button(page, 'Accept with video').waitFor();
      return [page, caller];
    },
  },
  ofTwo('video-both', { cameras: ['mara', 'tomas'] }),
  ofTwo('video-other', { cameras: ['tomas'] }),
  ofTwo('video-own', { cameras: ['mara'] }),
  ofTwo('video-none', { cameras: [] }),
  ofTwo('video-menu', { cameras: ['mara', 'tomas'], act: (page) => button(page, 'More').click() }),
  ofTwo('video-statistics', { cameras: ['mara', 'tomas'], act: (page) => more(page, 'Statistics') }),
  ofTwo('video-devices', { cameras: ['mara', 'tomas'], act: (page) => more(page, 'Camera and sound') }),
  ofTwo('video-frozen', {
    cameras: ['mara', 'tomas'],
    act: async (page, others) => {
      await page.getByLabel("Tomás Ibarra's camera").waitFor(patiently);
      await page.waitForTimeout(2_000);
      for (const other of others) await other.evaluate(() => Object.assign(window, { isPaintingFrozen: true }));
      await page.getByText('Poor connection').waitFor(patiently);
    },
  }),
  ofTwo('screen-seen', { cameras: ['mara', 'tomas'], act: (_page, [other]) => shareScreen(other) }),
  ofTwo('screen-shared', { cameras: ['mara', 'tomas'], act: shareScreen }),
  ofTwo('screen-replaced', {
    cameras: ['mara', 'tomas'],
    act: async (page, [other]) => {
      await shareScreen(other);
      await page.getByLabel("Tomás Ibarra's screen").waitFor(patiently);
      await button(page, 'Share screen').click();
      await button(page, 'Share mine').waitFor();
    },
  }),
  ofThree('video-three', { cameras: ['mara', 'noa', 'tomas'] }),
  ofThree('video-three-speaker', {
    cameras: ['mara', 'noa', 'tomas'],
    act: (page) => more(page, 'Show the speaker large'),
  }),
  ofThree('video-verification', { cameras: ['mara', 'noa'], act: (page) => more(page, 'Verification') }),
  ofThree('screen-seen-three', { cameras: ['mara', 'noa', 'tomas'], act: (_page, [noa]) => shareScreen(noa) }),
  ofSix('video-six', { cameras: ['mara', ...friends] }),
  ofSix('video-six-speaker', { cameras: ['mara', ...friends], act: (page) => more(page, 'Show the speaker large') }),
  docked('docked-voice', { cameras: [], act: (page) => resize(page, 'small') }),
  docked('docked-video', { cameras: ['mara', 'tomas'], act: (page) => resize(page, 'small') }),
  docked('docked-large', { cameras: ['mara', 'tomas'], act: (page) => resize(page, 'large') }),
  docked('docked-strip', {
    cameras: [],
    act: async (page) => {
      await resize(page, 'small');
      if (await button(page, 'Show chat list').isVisible()) await button(page, 'Show chat list').click();
    },
  }),
  signedIn('call-settings', null, openCallSettings),
  signedIn('test-call', null, async (page) => {
    await openCallSettings(page);
    await button(page, 'Test your microphone and camera').click();
    await page.getByText('What you record is played').waitFor();
    await page.waitForTimeout(1_000);
  }),
  signedIn('video-call-lines', pair, async (page) => {
    await page.getByText('Video call ended').last().waitFor();
  }),
];
