import type { Browser, Page } from '@playwright/test';
import { launchBrowser, prepare, signIn } from '../browser.ts';
import { watchMainThread } from '../main-thread.ts';
import { round2 } from '../measure.ts';
import { readPaints, watchPaints } from '../paints.ts';
import { runScenario, sized } from '../scenario.ts';
import { seedChats } from '../seeded-chats.ts';

const rounds = sized(5, 1);
const chatCount = 50;
/** Late paints happen within this time. */
const settleMs = 1_000;

interface Visit {
  readonly browser: Browser;
  readonly url: string;
  readonly cookie: string | null;
  readonly path: string;
  readonly isThere: (page: Page) => Promise<unknown>;
}

/** The first visit of a browser, and the next one with a filled cache. */
await runScenario('first-load', async ({ program, sql }) => {
  // Browsers must use the host name of PUBLIC_URL.
  const url = program.url.replace('127.0.0.1', 'localhost');
  const { reader, chats } = await seedChats(
    sql,
    Array.from({ length: chatCount }, () => 30),
  );
  const [seeded] = chats;
  if (!seeded) throw new Error('no chat is there');
  const browser = await launchBrowser();
  try {
    const login = {
      path: '/',
      cookie: null,
      isThere: (page: Page) => page.getByRole('heading', { name: 'Log in' }).waitFor(),
    };
    const main = {
      path: '/',
      cookie: reader.cookie,
      isThere: (page: Page) => page.getByRole('link', { name: /Chat 0/ }).waitFor(),
    };
    const chat = {
      path: `/chat/${seeded.chatId}`,
      cookie: reader.cookie,
      isThere: (page: Page) => page.getByRole('region', { name: 'Messages' }).getByText(seeded.textOf(30)).waitFor(),
    };
    // A warm-up: the first page of a new browser also pays for the browser's start.
    await visit({ browser, url, ...main });
    return {
      login: await repeat({ browser, url, ...login }),
      mainScreen: await repeat({ browser, url, ...main }),
      openChat: await repeat({ browser, url, ...chat }),
    };
  } finally {
    await browser.close();
  }
});

async function repeat(visited: Visit) {
  const visits = [];
  for (let round = 0; round < rounds; round += 1) visits.push(await visit(visited));
  return { first: visits.map(({ first }) => first), again: visits.map(({ again }) => again) };
}

/** A new browser context with an empty cache; then the same page once more. */
async function visit({ browser, url, cookie, path, isThere }: Visit) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  await (cookie === null ? prepare(context) : signIn(context, url, { cookie }));
  await context.addInitScript(watchPaints);
  const page = await context.newPage();
  const load = () => measureLoad(page, path, isThere);
  const [first, again] = [await load(), await load()];
  await context.close();
  return { first, again };
}

async function measureLoad(page: Page, path: string, isThere: Visit['isThere']) {
  const traffic = await watchTraffic(page);
  const thread = await watchMainThread(page);
  await page.goto(path);
  await isThere(page);
  await page.waitForTimeout(settleMs);
  const longestTask = await thread.stop();
  return { ...(await traffic.stop()), ...(await page.evaluate(readPaints)), longestTask };
}

/** The transferred bytes: compressed, with headers. */
async function watchTraffic(page: Page) {
  const session = await page.context().newCDPSession(page);
  let [bytes, requests] = [0, 0];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    if (encodedDataLength > 0) requests += 1;
  });
  await session.send('Network.enable');
  return {
    stop: async () => {
      await session.detach();
      return { requests, transferredKilobytes: round2(bytes / 1024) };
    },
  };
}
