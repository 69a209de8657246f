import { expect, type Page } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { desktop, horizontalOverflow } from './layout.ts';

/** Returns the accessibility violations in both themes, and expects no overflow at a width of 320 px. */
export async function inspectScreen(page: Page, screen: string) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const light = await findViolations(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // The themes differ in colours alone.
  const dark = await findViolations(page, { only: ['color-contrast'] });
  const { width, height } = page.viewportSize() ?? desktop;
  await page.setViewportSize({ width: 320, height: 640 });
  // The layout follows within a few frames.
  await expect.poll(() => horizontalOverflow(page), { message: `${screen} fits 320 px` }).toBe(0);
  await page.setViewportSize({ width, height });
  return { light, dark };
}
