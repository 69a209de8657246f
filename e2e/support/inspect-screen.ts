import { expect, type Page } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { desktop, horizontalOverflow } from './layout.ts';

/** Collects the accessibility violations of screens in both themes. Each fits a width of 320 px. */
export function createInspection(page: Page) {
  const violations: Record<string, string[]> = {};

  async function inspect(screen: string) {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      // The themes differ in colours alone.
      found.push(...(await findViolations(page, colorScheme === 'dark' ? { only: ['color-contrast'] } : {})));
    }
    if (found.length > 0) violations[screen] = found;
    const { width, height } = page.viewportSize() ?? desktop;
    await page.setViewportSize({ width: 320, height: 640 });
    // The layout follows within a few frames.
    await expect.poll(() => horizontalOverflow(page), { message: `${screen} fits 320 px` }).toBe(0);
    await page.setViewportSize({ width, height });
  }
  return { inspect, violations };
}
