import type { Page } from '@playwright/test';

/** The window sizes that tests of the layout use. */
export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
export const viewports = [desktop, { width: 1024, height: 768 }, { width: 760, height: 900 }, phone];

/** By how many pixels the page is wider than the window. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

/** Finds controls and headings that an edge clips and that cannot be scrolled into view. */
export function findClippedControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = 'button, a, input, textarea, select, [role=tab], [role=slider], h1, h2, h3, kbd';
    const tolerancePx = 1;
    const root = document.documentElement;
    const view = new DOMRect(0, 0, window.innerWidth, window.innerHeight);
    const axes = [
      { from: 'left', to: 'right', overflow: 'overflowX', whole: 'scrollWidth', visible: 'clientWidth' },
      { from: 'top', to: 'bottom', overflow: 'overflowY', whole: 'scrollHeight', visible: 'clientHeight' },
    ] as const;

    function isClippedAlong(element: Element, { from, to, overflow, whole, visible }: (typeof axes)[number]): boolean {
      const box = element.getBoundingClientRect();
      const isBeyond = (edge: DOMRect) => box[from] < edge[from] - tolerancePx || box[to] > edge[to] + tolerancePx;
      for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
        const style = getComputedStyle(ancestor)[overflow];
        // Scrolling brings it into view.
        if (/auto|scroll/.test(style) && ancestor[whole] > ancestor[visible]) return false;
        if (style !== 'visible' && isBeyond(ancestor.getBoundingClientRect())) return true;
      }
      return root[whole] <= root[visible] && isBeyond(view);
    }

    function isShown(element: Element): boolean {
      const { width, height } = element.getBoundingClientRect();
      const isHidden = element.closest('[inert], [aria-hidden=true], .sr-only') !== null;
      return !isHidden && width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true });
    }

    const tooWide = root.scrollWidth > window.innerWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
    const shown = [...document.querySelectorAll(controls)].filter(isShown);
    const clipped = shown.filter((element) => axes.some((axis) => isClippedAlong(element, axis)));
    return [...tooWide, ...clipped.map((element) => element.outerHTML.slice(0, 160))];
  });
}

/** The duration of the longest current animation in milliseconds, without its delay. */
export function longestAnimationMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const durations = document.getAnimations().map((animation) => {
      const { duration = 0, iterations = 1 } = animation.effect?.getComputedTiming() ?? {};
      return Number(duration) * iterations;
    });
    return Math.max(0, ...durations);
  });
}
