import { expect, type Locator, type Page } from '@playwright/test';

export const cameraOf = (page: Page, name: string) => page.getByLabel(`${name}'s camera`);
export const screenOf = (page: Page, name: string) => page.getByLabel(`${name}'s screen`);
export const cameraButton = (page: Page | Locator, name: 'Turn camera on' | 'Turn camera off') =>
  page.getByRole('button', { name, exact: true });
export const screenButton = (page: Page, name: 'Share screen' | 'Stop sharing') =>
  page.getByRole('button', { name, exact: true });

/** The picture that a video shows at the moment, small; null while there is none. */
function sample(video: Locator): Promise<number[] | null> {
  return video.evaluate((element: HTMLVideoElement) => {
    if (element.readyState < 2 || element.videoWidth === 0) return null;
    const [width, height] = [96, 54];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(element, 0, 0, width, height);
    return Array.from(context?.getImageData(0, 0, width, height).data ?? []);
  });
}

/** How many pixels differ visibly. */
const difference = (one: readonly number[], other: readonly number[]) =>
  one.filter((value, at) => at % 4 === 1 && Math.abs(value - (other[at] ?? 0)) > 24).length;

/** Expects that frames arrive, that they are no plain surface, and that the picture moves. */
export async function expectMoving(video: Locator): Promise<void> {
  // Compared with the first picture: of a few frames per second, two in a row differ little.
  let first: number[] | null = null;
  await expect
    .poll(
      async () => {
        const now = await sample(video);
        const isMoving = first !== null && now !== null && difference(first, now) > 10;
        first ??= now;
        return isMoving && new Set(now).size > 3;
      },
      { intervals: [200] },
    )
    .toBe(true);
}
