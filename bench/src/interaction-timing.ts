declare global {
  interface Window {
    keyTimesMs?: number[];
  }
}

/** Opens a chat by its row and returns how long it took until the text was shown. Runs in the page. */
export async function timeChatOpening({ path, text }: { path: string; text: string }): Promise<number> {
  const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  const row = document.querySelector<HTMLElement>(`a[href="${path}"]`);
  if (!row) throw new Error('the row is out of sight');
  const isShown = () => document.querySelector('section[aria-label="Messages"]')?.textContent?.includes(text);
  const startedAt = performance.now();
  row.click();
  while (!isShown()) {
    await nextFrame();
    if (performance.now() - startedAt > 20_000) throw new Error('it was never shown');
  }
  // The current frame contains the text; the next one begins when that has been painted.
  await nextFrame();
  return performance.now() - startedAt;
}

/** Records the time from each key press to the next painted frame. Runs in the page, before everything else. */
export function recordKeyTimes(): void {
  const times: number[] = [];
  window.keyTimesMs = times;
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
    { capture: true },
  );
}

/** Runs in the page. */
export function readKeyTimes(): number[] {
  return window.keyTimesMs ?? [];
}
