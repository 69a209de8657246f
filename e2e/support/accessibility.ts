import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './world.ts';

/** The violations that axe finds. It is evaluated from outside, because the page's policy forbids injected scripts. */
export async function violations(page: Page) {
  // Colours in a running transition would be measured wrongly. Endless animations, such as the waves of a ringing call,
  // are ignored.
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
