import { findViolations } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { horizontalOverflow } from './support/layout.ts';

test('[API-1] the API reference has no accessibility violations in either theme, fits 320 px and links to each endpoint @long', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/api/docs');
  expect(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(page)).toEqual([]);

  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Send a message' }).click();
  await expect(page.getByRole('heading', { name: 'POST /api/messages/send', exact: true })).toBeInViewport();
  expect(complaints).toEqual([]);
});
