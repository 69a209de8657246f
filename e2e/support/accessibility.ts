import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Runs axe and returns its violations. Evaluated over the protocol, because the page's CSP forbids injected scripts.
 * `only` names the rules to check, for a page whose markup was checked already.
 */
export async function findViolations(page: Page, { only }: { only?: string[] } = {}) {
  // Colours in a running transition would be measured wrongly. Endless animations, such as the waves of a ringing call,
  // are ignored.
  const countAnimations = () =>
    page.evaluate(() => {
      const isEndless = ({ effect }: Animation) => effect?.getComputedTiming().endTime === Infinity;
      return document.getAnimations().filter((animation) => animation.playState === 'running' && !isEndless(animation))
        .length;
    });
  await expect.poll(countAnimations).toBe(0);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        // Details of what passed take most of the time.
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      }),
    only,
  );
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
