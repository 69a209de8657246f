import type { ChatId } from '@chat-app/contract';
import { chromium, type Page } from '@playwright/test';
import { launchOptions, signIn } from './browser.ts';
import { fakeMicrophone } from './call-page.ts';
import { round2, summarise } from './measure.ts';
import { watchRenderers } from './processes.ts';
import type { BenchUser } from './users.ts';
import { fakeCamera, paintedClock, watchRemoteVideos } from './video-page.ts';

interface VideoCall {
  readonly url: string;
  readonly chatId: ChatId;
  readonly users: readonly BenchUser[];
  readonly start: () => Promise<void>;
}

/** People with cameras in one call, each in a window of one browser: what arrives, how late, and what it costs. */
export async function measureVideoCall({ url, chatId, users, start }: VideoCall, seconds: number) {
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, '--use-fake-ui-for-media-stream', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const pages = await Promise.all(
      users.map(async (user) => {
        const context = await browser.newContext({
          bypassCSP: true,
          baseURL: url,
          viewport: { width: 800, height: 600 },
        });
        await signIn(context, url, user);
        await context.addInitScript(fakeMicrophone, { hertz: 500, pulseHertz: null });
        await context.addInitScript(fakeCamera, paintedClock);
        await context.addInitScript(watchRemoteVideos, paintedClock);
        return context.newPage();
      }),
    );
    const [first, ...others] = pages as [Page, ...Page[]];
    const path = `/${users.length > 2 ? 'voice-call-group' : 'voice-call'}/${chatId}`;
    const [second] = others;
    await second?.goto('/');
    await second?.getByRole('button', { name: 'Logout' }).waitFor();
    await start();
    for (const page of pages) await page.goto(path);
    for (const page of pages)
      await page
        .getByText(/^Direct/)
        .first()
        .waitFor();

    const clickedAtMs = await turnCameraOn(first);
    const firstFrames = await Promise.all(others.map((page) => waitForFirstFrame(page)));
    for (const page of others) await turnCameraOn(page);
    await Promise.all(pages.map((page) => waitForFirstFrame(page)));
    await first.waitForTimeout(5_000);

    const readCpu = await watchRenderers();
    await Promise.all(pages.map((page) => page.evaluate(() => window.startCounting?.())));
    await first.waitForTimeout(seconds * 1000);
    const seen = (await Promise.all(pages.map((page) => page.evaluate(() => window.seenVideos?.() ?? [])))).flat();
    const cpu = await readCpu();
    const expected = users.length * (users.length - 1);
    const framesPerSecond = summarise(seen.map(({ frames }) => frames / seconds));
    const delay = summarise(seen.flatMap(({ delaysMs }) => delaysMs));
    await Promise.all(pages.map((page) => page.context().close()));
    return {
      people: users.length,
      picturesShown: `${seen.length} of ${expected}`,
      size: [...new Set(seen.map(({ width, height }) => `${width}x${height}`))].join(', '),
      framesPerSecond: round2(framesPerSecond.p50Ms),
      glassToGlass: { count: delay.count, p50Ms: round2(delay.p50Ms), p95Ms: round2(delay.p95Ms) },
      clickToFirstFrameMs: summarise(firstFrames.map((at) => at - clickedAtMs)).p50Ms,
      ...cpu,
    };
  } finally {
    await browser.close();
  }
}

async function turnCameraOn(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: 'Turn camera on' });
  await button.waitFor();
  return button.evaluate((element: HTMLElement) => {
    const atMs = performance.timeOrigin + performance.now();
    element.click();
    return atMs;
  });
}

async function waitForFirstFrame(page: Page): Promise<number> {
  await page.waitForFunction(() => (window.firstFrameAtMs ?? 0) > 0, undefined, { polling: 50 });
  return page.evaluate(() => window.firstFrameAtMs ?? 0);
}
