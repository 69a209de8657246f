declare global {
  interface Window {
    largestPaintMs?: number;
    layoutShift?: number;
  }
}

/**
 * Records the largest contentful paint, and layout shifts without user input. Runs in the page, before everything else.
 */
export function watchPaints(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    window.largestPaintMs = list.getEntries().at(-1)?.startTime ?? 0;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
    for (const { value, hadRecentInput } of shifts)
      if (!hadRecentInput) window.layoutShift = (window.layoutShift ?? 0) + value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page. */
export function readPaints() {
  const [first] = performance.getEntriesByName('first-contentful-paint');
  return {
    firstPaintMs: Math.round(first?.startTime ?? 0),
    largestPaintMs: Math.round(window.largestPaintMs ?? 0),
    cumulativeLayoutShift: Math.round((window.layoutShift ?? 0) * 10_000) / 10_000,
  };
}
