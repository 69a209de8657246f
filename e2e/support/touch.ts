import { expect, type Locator, type Page } from '@playwright/test';

/** Options of a browser context: a phone with a touch screen. */
export const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

/** Holds a finger on an element until its menu opens. */
export async function longPress(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('the element is not visible');
  const touch = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(page.getByRole('menu')).toBeVisible();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}
