import type { Page } from '@playwright/test';
import { launchBrowser, signIn } from './browser.ts';
import { watchMainThread } from './main-thread.ts';
import { summarise } from './measure.ts';
import { makeOdd } from './odd-texts.ts';
import { runScenario, sized } from './scenario.ts';
import { keyTimes, showChat, watchKeys } from './shown.ts';
import { makeTalks, type Talk } from './talks.ts';

const longCount = 1_000;
const shortCount = 30;
/** As many as the list shows at once. */
const chatCount = 10;
const switches = sized(30, 4);
const keys = sized(200, 20);
const wheelPx = 2_000;

/** A user who switches between chats, scrolls back to the beginning of a long one, and types. */
await runScenario('chat-switch', async ({ program, sql }) => {
  // Browsers must use the host name of PUBLIC_URL.
  const url = program.url.replace('127.0.0.1', 'localhost');
  const counts = Array.from({ length: chatCount }, (_, index) => (index < 2 ? longCount : shortCount));
  const { reader, talks } = await makeTalks(sql, counts);
  const [one, other, ...rest] = talks;
  const odd = rest.pop();
  if (!one || !other || !odd) throw new Error('no chat is there');
  await makeOdd(sql, odd, shortCount);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1_440, height: 900 } });
    await signIn(context, url, reader);
    await context.addInitScript(watchKeys);
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('link', { name: /Chat 0/ }).waitFor();
    const last = (talk: Talk) => ({ talk, text: talk.textOf(talk === one || talk === other ? longCount : shortCount) });
    const turns = Array.from({ length: switches }, (_, index) => (index % 2 === 0 ? one : other));
    // A chat that was scrolled back is shown at its last scroll position.
    const anywhere = (talk: Talk) => ({ talk, text: talk.mark });
    return {
      messages: longCount,
      firstOpening: await watched(page, () => goThrough(page, rest.map(last))),
      switching: await watched(page, () => goThrough(page, turns.map(last))),
      scrolling: await watched(page, () => scrollToStart(page, one)),
      switchingAfterScrolling: await watched(page, () => goThrough(page, turns.map(anywhere))),
      typing: await watched(page, () => type(page)),
      oddMessages: await watched(page, () => goThrough(page, [last(odd)])),
    };
  } finally {
    await browser.close();
  }
});

async function watched<Result extends object>(page: Page, work: () => Promise<Result>) {
  const thread = await watchMainThread(page);
  const result = await work();
  return { ...result, longestTask: await thread.stop() };
}

/** From the click to the frame that shows the text. */
async function goThrough(page: Page, turns: readonly { talk: Talk; text: string }[]) {
  const times: number[] = [];
  for (const { talk, text } of turns) {
    times.push(await page.evaluate(showChat, { path: `/chat/${talk.chatId}`, text }));
    await page.waitForTimeout(100);
  }
  return { shown: summarise(times) };
}

async function scrollToStart(page: Page, talk: Talk) {
  await page.evaluate(showChat, { path: `/chat/${talk.chatId}`, text: talk.textOf(longCount) });
  const list = page.getByRole('region', { name: 'Messages' });
  await list.hover();
  const startedAt = Date.now();
  while (!(await list.getByText(talk.textOf(1)).isVisible())) {
    await page.mouse.wheel(0, -wheelPx);
    await page.waitForTimeout(30);
    if (Date.now() - startedAt > 120_000) throw new Error('the first message never came');
  }
  return {};
}

/** From the key press to the frame that shows its letter. */
async function type(page: Page) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).click();
  await page.keyboard.type('the quick brown fox '.repeat(Math.ceil(keys / 20)), { delay: 30 });
  await page.waitForTimeout(200);
  return { shown: summarise(await page.evaluate(keyTimes)) };
}
