import { type ChatId, endVoiceCall, startVoiceCall } from '@chat-app/contract';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { PersonaKey } from './personas.ts';
import type { DemoBrowser } from './demo-browser.ts';

/** One screenshot: `show` returns the page to capture first, then the pages of other participants. */
export interface Screen {
  readonly name: string;
  /** Looks the same in both themes. */
  readonly isAlwaysDark?: true;
  readonly show: (demo: DemoBrowser, look: BrowserContextOptions) => Promise<readonly Page[]>;
}

export const band = 'Paper Lanterns';
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** A screen of a visitor. */
export const signedOut = (name: string, path: string, act?: (page: Page) => Promise<unknown>): Screen => ({
  name,
  show: async (demo, look) => {
    const page = await demo.openSignedOut(path, look);
    await page.getByRole('heading').first().waitFor();
    await act?.(page);
    return [page];
  },
});

/** A screen of a new user. */
const newUser = (name: string, mail: { isVerified: boolean }): Screen => ({
  name,
  show: async (demo, look) => {
    const page = await demo.openAsNewUser(mail, look);
    await page.getByRole('heading').first().waitFor();
    return [page];
  },
});

/** A screen of Mara, usually in one of her chats. */
export const signedIn = (name: string, chat: string | null, act?: (page: Page) => Promise<unknown>): Screen => ({
  name,
  show: async (demo, look) => {
    const page = await demo.open('mara', chat === null ? '/' : `/chat/${demo.chatId(chat)}`, look);
    await (
      chat === null ? page.getByRole('list', { name: 'Chats' }) : page.getByRole('region', { name: 'Messages' })
    ).waitFor();
    await act?.(page);
    return [page];
  },
});

export async function openMenu(page: Page, entry?: string): Promise<void> {
  if (!(await button(page, /^Menu/).isVisible())) await button(page, 'Show chat list').click();
  await button(page, /^Menu/).click();
  if (entry === undefined) return;
  await page.getByRole('menuitem', { name: entry }).click();
  await page.getByRole('dialog', { name: entry === 'New Chat' ? /new chat/i : entry }).waitFor();
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Search chat').fill(text);
  // The search is debounced.
  await page.waitForTimeout(1_000);
}

export const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name }).click();

async function submit(page: Page, values: Record<string, string>, label: string): Promise<void> {
  for (const [field, value] of Object.entries(values)) await page.getByLabel(field, { exact: true }).fill(value);
  await button(page, label).click();
}

export async function openInfo(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Chat info' });
  if (!(await panel.isVisible())) await button(page, 'Chat info').click();
  await panel.waitFor();
}

/** Starts a call, after ending the call of the previous screenshot. */
export async function ring(demo: DemoBrowser, key: PersonaKey, chatId: ChatId): Promise<void> {
  const client = await demo.clientOf(key);
  await client.call(endVoiceCall, { chatId }).catch(() => undefined);
  await client.call(startVoiceCall, { chatId });
}

/** A running call with the windows of all callers. */
const call = (name: string, chat: string, callers: readonly PersonaKey[]): Screen => ({
  name,
  show: async (demo, look) => {
    const chatId = demo.chatId(chat);
    const [first = 'noa', ...others] = callers;
    await ring(demo, first, chatId);
    const path = `/voice-call${chat === band ? '-group' : ''}/${chatId}`;
    const pages = [];
    // The screenshot shows the window of the last one.
    for (const key of [first, ...others]) pages.unshift(await demo.open(key, path, look));
    await pages[0]
      ?.getByText(/^Direct · /)
      .first()
      .waitFor({ timeout: 60_000 });
    return pages;
  },
});

/** A call that is not answered yet. */
const ringing = (name: string, look: (caller: Page, called: Page) => Promise<readonly Page[]>): Screen => ({
  name,
  show: async (demo, options) => {
    const called = await demo.open('mara', '/', options);
    await called.getByRole('list', { name: 'Chats' }).waitFor();
    const chatId = demo.chatId('Tomás Ibarra');
    await ring(demo, 'tomas', chatId);
    return look(await demo.open('tomas', `/voice-call/${chatId}`, options), called);
  },
});

const transfer = (name: string, act: (sender: Page, receiver: Page) => Promise<Page>): Screen => ({
  name,
  show: async (demo, look) => {
    const path = `/chat/${demo.chatId('Tomás Ibarra')}`;
    const [receiver, sender] = [await demo.open('mara', path, look), await demo.open('tomas', path, look)];
    await button(sender, 'Send a file').click();
    await sender.getByRole('menuitem', { name: 'Send directly' }).click();
    await sender.getByLabel('Files to send directly').setInputFiles(demo.largeFile);
    const seen = await act(sender, receiver);
    return [seen, seen === sender ? receiver : sender];
  },
});

/** All screens and dialogs, and their different states. */
export const screens: readonly Screen[] = [
  signedOut('login', '/login'),
  signedOut('login-refused', '/login', async (page) => {
    await submit(page, { Email: 'mara@example.com', Password: 'Wrong1!pass' }, 'Login');
    await page.getByRole('alert').first().waitFor();
  }),
  signedOut('register', '/register'),
  signedOut('register-refused', '/register', (page) => submit(page, { Name: 'M', Email: 'mara@' }, 'Sign up')),
  signedOut('forgot-password', '/forgot-password'),
  signedOut('reset-password-without-token', '/reset-password'),
  signedOut('reset-password', '/reset-password?token=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
  signedOut('verify-email-refused', '/verify-email?token=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', (page) =>
    page.getByRole('heading').waitFor(),
  ),
  newUser('not-verified', { isVerified: false }),
  newUser('newcomer', { isVerified: true }),
  signedIn('no-chat', null),
  signedIn('menu', null, (page) => openMenu(page)),
  signedIn('search-chats', null, (page) => search(page, 'lan')),
  signedIn('search-chats-nothing', null, (page) => search(page, 'zebra')),
  signedIn('chat-group', band),
  signedIn('chat-right-to-left', 'نادي'),
  signedIn('chat-family', 'Lindholms'),
  signedIn('chat-of-two', 'Tomás Ibarra'),
  signedIn('chat-scrolled-up', band, async (page) => {
    await page.getByRole('region', { name: 'Messages' }).evaluate((list) => list.scrollBy(0, -1_500));
    await button(page, /Jump to latest/).waitFor();
    await page.waitForTimeout(1_500);
  }),
  signedIn('chat-missing', 'Class 7b', async (page) => {
    await page.goto('/chat/00000000-0000-4000-8000-000000000000');
    await page.getByRole('heading').first().waitFor();
  }),
  signedIn('emoji', band, async (page) => {
    await button(page, 'Emoji').click();
    await page.waitForTimeout(1_000);
  }),
  signedIn('writing', band, (page) =>
    page.getByLabel('Message', { exact: true }).fill('One\ntwo\nthree\nfour, and the rest'),
  ),
  signedIn('delete-message', band, async (page) => {
    await page
      .getByRole('button', { name: /^Delete message/ })
      .last()
      .evaluate((control: HTMLElement) => control.click());
    await page.getByRole('alertdialog').waitFor();
  }),
  signedIn('lightbox', 'Lindholms', async (page) => {
    await page
      .getByRole('region', { name: 'Messages' })
      .getByRole('button')
      .filter({ has: page.locator('img') })
      .last()
      .click();
    await page.getByRole('dialog').waitFor();
  }),
  signedIn('info-group', band, openInfo),
  signedIn('info-of-two', 'Tomás Ibarra', openInfo),
  signedIn('add-members', band, async (page) => {
    await openInfo(page);
    await button(page, /Add member/).click();
    await page.getByRole('dialog').waitFor();
  }),
  signedIn('friends', null, async (page) => {
    await openMenu(page, 'Friends');
    await tab(page, 'Friends');
  }),
  signedIn('friends-find', null, async (page) => {
    await openMenu(page, 'Friends');
    await tab(page, 'Find');
    await page.getByRole('dialog').getByLabel('Search').fill('an');
    await page.waitForTimeout(1_000);
  }),
  signedIn('friends-requests', null, async (page) => {
    await openMenu(page, 'Friends');
    await tab(page, /^Requests/);
  }),
  signedIn('friends-sent', null, async (page) => {
    await openMenu(page, 'Friends');
    await tab(page, /^Sent/);
  }),
  signedIn('new-chat', null, (page) => openMenu(page, 'New Chat')),
  signedIn('account', null, (page) => openMenu(page, 'Account Settings')),
  signedIn('account-security', null, async (page) => {
    await openMenu(page, 'Account Settings');
    await tab(page, 'Security');
  }),
  signedIn('account-notifications', null, async (page) => {
    await openMenu(page, 'Account Settings');
    await tab(page, 'Notifications');
  }),
  signedIn('shortcuts', band, (page) => page.keyboard.press('Control+/')),
  signedIn('offline', band, async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    // The offline copy is written with a delay.
    await page.waitForTimeout(5_000);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('You are offline').first().waitFor();
  }),
  ringing('call-comes-in', async (caller, called) => {
    await button(called, 'Reject').waitFor();
    return [called, caller];
  }),
  ringing('calling', async (caller, called) => {
    await button(caller, 'Hang up').waitFor();
    return [caller, called];
  }),
  call('call-of-two', 'Tomás Ibarra', ['tomas', 'mara']),
  call('call-of-a-group', band, ['noa', 'tomas', 'mara']),
  {
    name: 'call-ended',
    show: async (demo, look) => {
      const page = await demo.open('mara', '/end-call', look);
      await page.getByRole('heading').first().waitFor();
      return [page];
    },
  },
  transfer('transfer-to-send', async (sender) => sender),
  transfer('transfer-asked', async (sender, receiver) => {
    await button(sender, 'Send request').click();
    await button(receiver, 'Accept').waitFor();
    return receiver;
  }),
  transfer('transfer-waiting', async (sender) => {
    await button(sender, 'Send request').click();
    await sender.waitForTimeout(1_000);
    return sender;
  }),
  transfer('transfer-under-way', async (sender, receiver) => {
    await button(sender, 'Send request').click();
    await button(receiver, 'Accept').click();
    await receiver.getByText(/^[1-9]\d%$/).waitFor({ timeout: 120_000 });
    return receiver;
  }),
  signedOut('api-reference', '/api/docs'),
];
