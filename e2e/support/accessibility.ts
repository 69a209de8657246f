import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './world.ts';

/** What axe finds on the page as it stands; it runs beside the page's own scripts, which the page's policy forbids to inject. */
export async function violations(page: Page) {
  // Colours on their way from one to the other are neither. What moves for ever, such as the waves of a ringing call, never ends.
  const countMoving = () =>
    page.evaluate(() => {
      const isEnding = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity;
      return document.getAnimations().filter((animation) => animation.playState === 'running' && isEnding(animation))
        .length;
    });
  await expect.poll(countMoving).toBe(0);
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
