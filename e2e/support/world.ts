import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { startGoogleStandIn } from '../stand-ins/google.ts';
import { startSmtpMailbox } from '../stand-ins/smtp-mailbox.ts';
import { createPeople, type Person } from './people.ts';
import { startServer } from './server.ts';

export const googleClientId = 'our-client.apps.example';

type Mailbox = Awaited<ReturnType<typeof startSmtpMailbox>>;
type Google = Awaited<ReturnType<typeof startGoogleStandIn>>;

interface World {
  readonly url: string;
  readonly server: Awaited<ReturnType<typeof startServer>>;
  readonly mailbox: Mailbox;
  readonly google: Google;
}

interface Fixtures {
  people: ReturnType<typeof createPeople>;
  openAs: (person: Person, path?: string) => Promise<Page>;
  watchConsole: void;
}

/** A running server with a mail server and an identity provider, once per worker. */
export const test = base.extend<Fixtures, { world: World; environment: Record<string, string> }>({
  /** Additional environment variables for the server. */
  environment: [{}, { scope: 'worker', option: true }],
  world: [
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
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ world }, use) => use(world.url),
  people: async ({ world }, use) => use(createPeople(world)),

  /** Opens a separate browser context for each person. */
  openAs: async ({ browser, people, world }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[][] = [];
    await use(async (person, path = '/') => {
      const context = await browser.newContext({ baseURL: world.url });
      contexts.push(context);
      errors.push(collectErrors(context));
      await people.signIn(context, person);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    test.expect(errors.flat()).toEqual([]);
  },

  /** An unexpected error on any page fails the test. */
  watchConsole: [
    async ({ context }, use) => {
      const errors = collectErrors(context);
      await use();
      test.expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export const { expect } = test;

/** Errors that the browser logs and tests provoke: responses outside 2xx, an unreachable server, Google's script. */
function isProvoked(text: string): boolean {
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
      if (message.type() === 'error' && !isProvoked(message.text())) errors.push(message.text());
    });
  };
  context.pages().forEach(follow);
  context.on('page', follow);
  return errors;
}
