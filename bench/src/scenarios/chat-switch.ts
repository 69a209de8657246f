import type { Page } from '@playwright/test';
import { launchBrowser, signIn } from '../browser.ts';
import { watchMainThread } from '../main-thread.ts';
import { summarise } from '../measure.ts';
import { insertSlowTexts } from '../slow-texts.ts';
import { runScenario, sized } from '../scenario.ts';
import { readKeyTimes, timeChatOpening, recordKeyTimes } from '../interaction-timing.ts';
import { seedChats, type SeededChat } from '../seeded-chats.ts';

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
  const { reader, chats } = await seedChats(sql, counts);
  const [one, other, ...rest] = chats;
  const odd = rest.pop();
  if (!one || !other || !odd) throw new Error('no chat is there');
  await insertSlowTexts(sql, odd, shortCount);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1_440, height: 900 } });
    await signIn(context, url, reader);
    await context.addInitScript(recordKeyTimes);
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('link', { name: /Chat 0/ }).waitFor();
    const last = (chat: SeededChat) => ({
      chat,
      text: chat.textOf(chat === one || chat === other ? longCount : shortCount),
    });
    const turns = Array.from({ length: switches }, (_, index) => (index % 2 === 0 ? one : other));
    // A chat that was scrolled back is shown at its last scroll position.
    const anywhere = (chat: SeededChat) => ({ chat, text: chat.marker });
    return {
      messages: longCount,
      firstOpening: await withLongestTask(page, () => openEach(page, rest.map(last))),
      switching: await withLongestTask(page, () => openEach(page, turns.map(last))),
      scrolling: await withLongestTask(page, () => scrollToStart(page, one)),
      switchingAfterScrolling: await withLongestTask(page, () => openEach(page, turns.map(anywhere))),
      typing: await withLongestTask(page, () => type(page)),
      oddMessages: await withLongestTask(page, () => openEach(page, [last(odd)])),
    };
  } finally {
    await browser.close();
  }
});

async function withLongestTask<Result extends object>(page: Page, work: () => Promise<Result>) {
  const thread = await watchMainThread(page);
  const result = await work();
  return { ...result, longestTask: await thread.stop() };
}

/** From the click to the frame that shows the text. */
async function openEach(page: Page, turns: readonly { chat: SeededChat; text: string }[]) {
  const times: number[] = [];
  for (const { chat, text } of turns) {
    times.push(await page.evaluate(timeChatOpening, { path: `/chat/${chat.chatId}`, text }));
    await page.waitForTimeout(100);
  }
  return { shown: summarise(times) };
}

async function scrollToStart(page: Page, chat: SeededChat) {
  await page.evaluate(timeChatOpening, { path: `/chat/${chat.chatId}`, text: chat.textOf(longCount) });
  const list = page.getByRole('region', { name: 'Messages' });
  await list.hover();
  const startedAt = Date.now();
  while (!(await list.getByText(chat.textOf(1)).isVisible())) {
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
  return { shown: summarise(await page.evaluate(readKeyTimes)) };
}
