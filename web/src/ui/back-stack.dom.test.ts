import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addLayer, followBack, navigateFromPage } from './back-stack.ts';

const layerCount = () => (window.history.state as { layerCount?: number } | null)?.layerCount ?? 0;

/** More layers than the history has entries, so that going back has no effect. */
const muchDeeper = 1e6;
let removers: (() => void)[] = [];

beforeEach(() => vi.useFakeTimers());
afterEach(async () => {
  for (const remove of removers.toReversed()) remove();
  removers = [];
  await vi.advanceTimersByTimeAsync(5_000);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Opens a layer that closes on request. */
async function openLayer() {
  const remove = addLayer(() => {
    close();
    removers.splice(removers.indexOf(remove), 1);
    remove();
  });
  const close = vi.fn<() => void>();
  removers.push(remove);
  await vi.advanceTimersByTimeAsync(0);
  return close;
}

test('[NAV-32] an entry of a layer with no page before it becomes the page, after one attempt to go back', async () => {
  window.history.replaceState({ key: 'a', layerCount: muchDeeper }, '');
  const go = vi.spyOn(window.history, 'go');
  followBack();
  // An earlier test may have called that already.
  addLayer(() => {})();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(go).toHaveBeenCalledTimes(1);
  expect(window.history.state).toEqual({ key: 'a', layerCount: 0 });
});

test('[NAV-32] a navigation runs even if going back has no effect', async () => {
  window.history.replaceState({ layerCount: muchDeeper }, '');
  const navigate = vi.fn<() => void>();
  navigateFromPage(navigate);
  expect(navigate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(navigate).toHaveBeenCalledTimes(1);
});

test('[NAV-1] Back closes only the topmost layer', async () => {
  const [lower, upper] = [await openLayer(), await openLayer()];
  expect(layerCount()).toBe(2);
  window.history.back();
  expect(upper).toHaveBeenCalledTimes(1);
  expect(lower).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(layerCount()).toBe(1);
});

test('[NAV-1] a layer that asks first and stays open gets its entry back', async () => {
  const close = vi.fn<() => void>();
  removers.push(addLayer(close));
  await vi.advanceTimersByTimeAsync(0);
  window.history.back();
  expect(close).toHaveBeenCalledTimes(1);
  expect(layerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(layerCount()).toBe(1);
});

test('[NAV-2] a layer that was closed without Back leaves no entry, and Forward shows nothing', async () => {
  const remove = addLayer(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(layerCount()).toBe(1);
  remove();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(layerCount()).toBe(0);
  window.history.forward();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(layerCount()).toBe(0);
});

test('[NAV-3] a navigation from a layer starts at the entry of the page', async () => {
  await openLayer();
  const depthAtNavigation: number[] = [];
  navigateFromPage(() => depthAtNavigation.push(layerCount()));
  expect(depthAtNavigation).toEqual([0]);
});
