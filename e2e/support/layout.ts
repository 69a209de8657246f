import type { Page } from '@playwright/test';

/** Controls and headings that are cut off by an edge and cannot be scrolled into view. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = 'button, a, input, textarea, select, [role=tab], [role=slider], h1, h2, h3, kbd';
    const slackPx = 1;
    const root = document.documentElement;
    const view = new DOMRect(0, 0, window.innerWidth, window.innerHeight);
    const axes = [
      { from: 'left', to: 'right', overflow: 'overflowX', whole: 'scrollWidth', shown: 'clientWidth' },
      { from: 'top', to: 'bottom', overflow: 'overflowY', whole: 'scrollHeight', shown: 'clientHeight' },
    ] as const;

    function isCutAlong(element: Element, { from, to, overflow, whole, shown }: (typeof axes)[number]): boolean {
      const box = element.getBoundingClientRect();
      const isBeyond = (edge: DOMRect) => box[from] < edge[from] - slackPx || box[to] > edge[to] + slackPx;
      for (let around = element.parentElement; around; around = around.parentElement) {
        const style = getComputedStyle(around)[overflow];
        // Scrolling brings it into view.
        if (/auto|scroll/.test(style) && around[whole] > around[shown]) return false;
        if (style !== 'visible' && isBeyond(around.getBoundingClientRect())) return true;
      }
      return root[whole] <= root[shown] && isBeyond(view);
    }

    function isSeen(element: Element): boolean {
      const { width, height } = element.getBoundingClientRect();
      const isHidden = element.closest('[inert], [aria-hidden=true], .sr-only') !== null;
      return !isHidden && width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true });
    }

    const tooWide = root.scrollWidth > window.innerWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
    const seen = [...document.querySelectorAll(controls)].filter(isSeen);
    const cut = seen.filter((element) => axes.some((axis) => isCutAlong(element, axis)));
    return [...tooWide, ...cut.map((element) => element.outerHTML.slice(0, 160))];
  });
}

/** The duration of the longest current animation in milliseconds, without its delay. */
export function longestMotionMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const durations = document.getAnimations().map((animation) => {
      const { duration = 0, iterations = 1 } = animation.effect?.getComputedTiming() ?? {};
      return Number(duration) * iterations;
    });
    return Math.max(0, ...durations);
  });
}
