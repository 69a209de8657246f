import { expect, type Locator, type Page } from '@playwright/test';

export const cameraOf = (page: Page, name: string) => page.getByLabel(`${name}'s camera`);
export const screenOf = (page: Page, name: string) => page.getByLabel(`${name}'s screen`);
export const cameraButton = (page: Page | Locator, name: 'Turn camera on' | 'Turn camera off') =>
  page.getByRole('button', { name, exact: true });
export const screenButton = (page: Page, name: 'Share screen' | 'Stop sharing') =>
  page.getByRole('button', { name, exact: true });

interface Picture {
  /** The brightness of some pixels. */
  readonly points: readonly number[];
  /** How many frames were shown until now. */
  readonly count: number;
}

/** The picture that a video shows at the moment; null while there is none. A canvas would wait for the busy GPU process. */
function look(video: Locator): Promise<Picture | null> {
  return video.evaluate(async (element: HTMLVideoElement) => {
    if (element.readyState < 2 || element.videoWidth === 0) return null;
    let frame: VideoFrame;
    try {
      frame = new VideoFrame(element);
    } catch {
      // The size is known before the first frame.
      return null;
    }
    const bytes = new Uint8Array(frame.allocationSize());
    const [layout] = await frame.copyTo(bytes);
    const [width, height] = [frame.codedWidth, frame.codedHeight];
    frame.close();
    const points = Array.from({ length: 32 * 18 }, (_, at) => {
      const column = Math.floor(((at % 32) * width) / 32);
      const row = Math.floor((Math.floor(at / 32) * height) / 18);
      return bytes[(layout?.offset ?? 0) + row * (layout?.stride ?? width) + column] ?? 0;
    });
    return { points, count: element.getVideoPlaybackQuality().totalVideoFrames };
  });
}

/** How many points differ visibly. */
const difference = (one: Picture, other: Picture) =>
  one.points.filter((value, at) => Math.abs(value - (other.points[at] ?? 0)) > 24).length;

/** Expects that frames arrive, that they are no plain surface, and that the picture moves. */
export async function expectMoving(video: Locator): Promise<void> {
  // Compared with the first picture: of a few frames per second, two in a row differ little.
  let first: Picture | null = null;
  const compare = async () => {
    const now = await look(video);
    if (now === null) return 'no picture yet';
    if (first === null) {
      first = now;
      return 'one picture';
    }
    if (difference(first, now) <= 5) return `the same picture after ${now.count - first.count} frames`;
    return new Set(now.points).size > 3 ? 'a moving picture' : 'a plain surface';
  };
  await expect.poll(compare, { message: String(video), intervals: [200] }).toBe('a moving picture');
}
