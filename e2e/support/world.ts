import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { startGoogleStandIn } from '../stand-ins/google.ts';
import { startSmtpMailbox } from '../stand-ins/smtp-mailbox.ts';
import { createPeople } from './people.ts';
import { startServer } from './server.ts';

export const googleClientId = 'our-client.apps.example';
/** The token that somebody gets who clicks through Google's popup. */
export const googleToken = 'browser-token';

const googleScript = `window.google = { accounts: { oauth2: {
  initTokenClient: ({ client_id, scope, callback }) => ({
    requestAccessToken: () => {
      const isAsked = client_id === '${googleClientId}' && ['openid', 'profile', 'email'].every((word) => scope.includes(word));
      callback({ access_token: isAsked ? '${googleToken}' : 'none' });
    },
  }),
} } };`;

type Mailbox = Awaited<ReturnType<typeof startSmtpMailbox>>;
type Google = Awaited<ReturnType<typeof startGoogleStandIn>>;

interface World {
  readonly url: string;
  readonly mailbox: Mailbox;
  readonly google: Google;
}

/** A running server with a mail server and an identity provider around it, once per worker. */
export const test = base.extend<{ people: ReturnType<typeof createPeople>; watchConsole: void }, { world: World }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
    async ({}, use) => {
      const [mailbox, google] = await Promise.all([startSmtpMailbox(), startGoogleStandIn()]);
      const server = await startServer({
        SMTP_URL: mailbox.url,
        GOOGLE_CLIENT_ID: googleClientId,
        GOOGLE_API_URL: google.url,
      });
      await use({ url: server.url, mailbox, google });
      await server.stop();
      await Promise.all([mailbox.stop(), google.stop()]);
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ world }, use) => use(world.url),
  people: async ({ world }, use) => use(createPeople(world)),

  /** Google's script is a stand-in; an error nobody expected on any page fails the test. */
  watchConsole: [
    async ({ context }, use) => {
      const errors = collectErrors(context);
      await context.route('https://accounts.google.com/gsi/client', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: googleScript }),
      );
      await use();
      test.expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export const { expect } = test;

/** What a page complained about. Answers outside 2xx are not complaints: the tests provoke them. */
function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  const follow = (page: Page) => {
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      const isAnswer = message.text().startsWith('Failed to load resource: the server responded');
      if (message.type() === 'error' && !isAnswer) errors.push(message.text());
    });
  };
  context.pages().forEach(follow);
  context.on('page', follow);
  return errors;
}
