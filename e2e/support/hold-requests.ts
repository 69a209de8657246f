import { expect, type Page, type Route } from '@playwright/test';

/** Holds requests to a URL. `release` continues those held so far, at least one; later ones are held again. */
export async function holdRequests(page: Page, url: string | RegExp) {
  const routes: Route[] = [];
  await page.route(url, (route) => void routes.push(route));
  async function release() {
    await expect.poll(() => routes.length).toBeGreaterThan(0);
    await Promise.all(routes.splice(0).map((route) => route.continue()));
  }
  return { routes, release };
}
