import { type BrowserContext, chromium } from '@playwright/test';
import type { BenchUser } from './users.ts';

/** Launch options of every browser in the benchmarks. */
export const launchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
};

export const launchBrowser = () => chromium.launch(launchOptions);

/** Signs the pages of this browser in as a user, and lets our functions run in them. */
export async function signIn(context: BrowserContext, url: string, { cookie }: Pick<BenchUser, 'cookie'>) {
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name, value, url };
    }),
  );
  await prepare(context);
}

/** The compiler that runs these files marks functions with a helper that pages lack. */
export async function prepare(context: BrowserContext) {
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
}
