import type { ChatId } from '@chat-app/contract';
import { test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { deadlineMs } from './deadline.ts';
import { startGoogleStandIn } from '../stand-ins/google.ts';
import { startSmtpMailbox } from '../stand-ins/smtp-mailbox.ts';
import { messageField } from './chat.ts';
import { startServer } from './server.ts';
import { createTestUsers, type TestUser, type TestUsers } from './users.ts';

export const googleClientId = 'our-client.apps.example';

interface Backend {
  readonly url: string;
  readonly server: Awaited<ReturnType<typeof startServer>>;
  readonly mailbox: Awaited<ReturnType<typeof startSmtpMailbox>>;
  readonly google: Awaited<ReturnType<typeof startGoogleStandIn>>;
}

export interface DirectChat {
  readonly ann: TestUser;
  readonly bob: TestUser;
  readonly chatId: ChatId;
}

interface Fixtures {
  users: TestUsers;
  openAs: (user: TestUser, path?: string, options?: BrowserContextOptions) => Promise<Page>;
  directChat: DirectChat;
  chatPages: { readonly annsPage: Page; readonly bobsPage: Page };
  groupChat: DirectChat & { readonly cat: TestUser };
}

/** A running server with a mail server and an identity provider, once per worker. */
export const test = base.extend<Fixtures, { backend: Backend; environment: Record<string, string> }>({
  /** Additional environment variables for the server. */
  environment: [{}, { scope: 'worker', option: true }],
  backend: [
    async ({ environment }, use) => {
      const [mailbox, google] = await Promise.all([startSmtpMailbox(), startGoogleStandIn()]);
      const server = await startServer({
        SMTP_URL: mailbox.url,
        GOOGLE_CLIENT_ID: googleClientId,
        GOOGLE_API_URL: google.url,
        // Nothing listens there. Two browsers on this machine connect without STUN.
        STUN_URLS: 'stun:127.0.0.1:9',
        ...environment,
      });
      await use({ url: server.url, server, mailbox, google });
      await server.stop();
      await Promise.all([mailbox.stop(), google.stop()]);
    },
    { scope: 'worker', timeout: 4 * deadlineMs },
  ],

  baseURL: async ({ backend }, use) => use(backend.url),
  users: async ({ backend }, use) => use(createTestUsers(backend)),

  /** Opens a separate browser context for each call. */
  openAs: async ({ browser, users, backend }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[][] = [];
    await use(async (user, path = '/', options = {}) => {
      const context = await browser.newContext({ ...options, baseURL: backend.url });
      contexts.push(context);
      errors.push(collectErrors(context));
      await users.signIn(context, user);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    test.expect(errors.flat()).toEqual([]);
  },

  /** Two friends and their chat, which is empty. */
  directChat: async ({ users }, use) => {
    const [ann, bob] = await users.createAll('Ann Lee', 'Bob Ray');
    await use({ ann, bob, chatId: await users.createChat(ann, bob) });
  },

  /** The direct chat, open in a browser of each of the two. */
  chatPages: async ({ directChat: { ann, bob, chatId }, openAs }, use) => {
    const [annsPage, bobsPage] = await Promise.all([openAs(ann, `/chat/${chatId}`), openAs(bob, `/chat/${chatId}`)]);
    for (const page of [annsPage, bobsPage]) {
      await test.expect(messageField(page)).toBeVisible();
      // Presence changes the texts of menus, whose items would move away from a click.
      await test.expect(page.getByText('Online', { exact: true })).toBeVisible();
    }
    await use({ annsPage, bobsPage });
  },

  /** A group of three that Ann created. Bob and Cat are friends of hers, but not of each other. */
  groupChat: async ({ users }, use) => {
    const [ann, bob, cat] = await users.createAll('Ann Lee', 'Bob Ray', 'Cat Moe');
    await use({ ann, bob, cat, chatId: await users.createChat(ann, bob, cat) });
  },

  /** Fails the test on an unexpected error of the page. */
  context: async ({ context }, use) => {
    const errors = collectErrors(context);
    await use(context);
    test.expect(errors).toEqual([]);
  },
});

export const { expect } = test;

/** Errors that tests cause on purpose: responses outside 2xx, an unreachable server, Google's script. */
function isExpectedError(text: string): boolean {
  return (
    text.startsWith('Failed to load resource: the server responded') ||
    /net::ERR_(FAILED|NAME_NOT_RESOLVED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INTERNET_DISCONNECTED)/.test(
      text,
    ) ||
    /^WebSocket connection to .* failed/.test(text)
  );
}

/** Collects the errors of all pages in a context. */
function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  const follow = (page: Page) => {
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpectedError(message.text())) errors.push(message.text());
    });
  };
  context.pages().forEach(follow);
  context.on('page', follow);
  return errors;
}
