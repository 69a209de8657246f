declare global {
  interface Window {
    keyTimesMs?: number[];
  }
}

/** Opens a chat by its row and tells how long it took until this text stood in it. Runs in the page. */
export async function showChat({ path, text }: { path: string; text: string }): Promise<number> {
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
  // A frame in which it is there has begun; the next one begins when that is drawn.
  await nextFrame();
  return performance.now() - startedAt;
}

/** Notes for each key how long it took until the frame after it was drawn. Runs in the page, before everything else. */
export function watchKeys(): void {
  const times: number[] = [];
  window.keyTimesMs = times;
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
    { capture: true },
  );
}

/** Runs in the page. */
export function keyTimes(): number[] {
  return window.keyTimesMs ?? [];
}
