import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';

const build = new URL('../../web/dist/', import.meta.url);

/** The scripts that the current document has loaded, read from the build: what a page before it loaded is not counted. */
export async function loadedScripts(page: Page): Promise<string[]> {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const paths = urls.map((url) => new URL(url).pathname).filter((path) => path.endsWith('.js'));
  return Promise.all([...new Set(paths)].map((path) => readFile(new URL(`.${path}`, build), 'utf8')));
}
