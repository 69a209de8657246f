import { deleteMessage, getMessages } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { testDeadlineMs } from './support/deadline.ts';
import {
  markRead,
  messageField,
  messageList,
  messageText,
  postMessages,
  sendText,
  waitForScrollEnd,
} from './support/chat.ts';
import { type DirectChat, expect, test } from './support/fixtures.ts';
import { holdRequests } from './support/hold-requests.ts';
import type { TestUser, TestUsers } from './support/users.ts';

// Test with smooth scrolling, which is the default.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const olderPages = /\/api\/messages\/get\/.*before=/;

const distanceToEnd = (page: Page) =>
  messageList(page).evaluate((view) => view.scrollHeight - view.clientHeight - view.scrollTop);
const words = 'the quick brown fox jumps over the lazy dog and runs home before the rain comes down on us all '.split(
  ' ',
);

/** The text of message `number`; its length depends on the number. */
const textOfMessage = (number: number) => `number ${number}: ${words.slice(0, (number * 7) % words.length).join(' ')}`;

interface History {
  count: number;
  isByAnn?: (at: number) => boolean;
}

/** Fills the chat with messages of both, of which Ann has read all, and opens it as her, at its end. */
async function openHistory(
  openAs: (user: TestUser, path: string) => Promise<Page>,
  users: TestUsers,
  { ann, bob, chatId, count, isByAnn = (at) => at % 3 === 0 }: DirectChat & History,
) {
  const turns = Array.from({ length: count }, (_, at) => [isByAnn(at) ? ann : bob, textOfMessage(at)] as const);
  await postMessages(users, chatId, turns);
  await markRead(users, ann, chatId);
  const page = await openAs(ann, `/chat/${chatId}`);
  await expect(messageText(page, textOfMessage(count - 1))).toBeVisible();
  await expect.poll(() => distanceToEnd(page)).toBeLessThanOrEqual(1);
  return page;
}

/** Tracks the first message that is completely visible, from now until 15 frames after the list has changed. */
async function trackFirstVisible(page: Page) {
  const tracked = await messageList(page).evaluateHandle((view) => {
    const { top } = view.getBoundingClientRect();
    const article = [...view.querySelectorAll('article')].find((one) => one.getBoundingClientRect().top >= top);
    if (!article) throw new Error('no message is visible');
    const [position, height] = [article.getBoundingClientRect().bottom, view.scrollHeight];
    // An observer reports the position at the end of a frame, which is what the user sees.
    const painted = () =>
      new Promise<number>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve(entry?.boundingClientRect.bottom ?? Number.NaN);
        });
        observer.observe(article);
      });
    const track = async () => {
      let farthest = 0;
      for (let rest = 0; rest < 15; rest += view.scrollHeight === height ? 0 : 1) {
        farthest = Math.max(farthest, Math.abs((await painted()) - position));
      }
      return farthest;
    };
    return { maxShift: track() };
  });
  return {
    /** The largest distance from its position in any frame. */
    maxShift: () => tracked.evaluate(({ maxShift }) => maxShift),
  };
}

test('[MSG-40] scrolling up through a thousand messages never jumps while older pages load @long', async ({
  users,
  openAs,
  directChat,
}) => {
  test.setTimeout(2 * testDeadlineMs);
  const page = await openHistory(openAs, users, { ...directChat, count: 1000, isByAnn: (at) => at % 5 < 2 });
  const pages = await holdRequests(page, olderPages);
  const first = messageText(page, textOfMessage(0));
  const shifts: number[] = [];
  await messageList(page).hover();
  while (!(await first.isVisible())) {
    await page.mouse.wheel(0, -2000);
    await waitForScrollEnd(page);
    if (pages.routes.length === 0) continue;
    const { maxShift } = await trackFirstVisible(page);
    await pages.release();
    shifts.push(await maxShift());
  }
  expect(shifts.length).toBeGreaterThan(60);
  expect(Math.max(...shifts)).toBeLessThanOrEqual(1);

  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(messageText(page, textOfMessage(999))).toBeVisible();
  await expect.poll(() => distanceToEnd(page)).toBeLessThanOrEqual(1);
});

test('[MSG-52] new messages scroll into view at the end of the list, but are only counted while the user reads above', async ({
  users,
  openAs,
  directChat,
}) => {
  const { bob, chatId } = directChat;
  const page = await openHistory(openAs, users, { ...directChat, count: 40 });
  await postMessages(users, chatId, [[bob, 'read along']]);
  await expect(messageText(page, 'read along')).toBeVisible();
  await expect.poll(() => distanceToEnd(page)).toBeLessThanOrEqual(1);

  await messageList(page).hover();
  await page.mouse.wheel(0, -900);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await waitForScrollEnd(page);
  const { maxShift } = await trackFirstVisible(page);
  await postMessages(users, chatId, [[bob, 'meanwhile', `and ${'much '.repeat(60)} more`]]);
  expect(await maxShift()).toBeLessThanOrEqual(1);
  const jump = page.getByRole('button', { name: 'Jump to latest, 2 new messages' });
  await expect(jump).toBeVisible();
  await jump.click();
  await expect(jump).toBeHidden();
  await expect.poll(() => distanceToEnd(page)).toBeLessThanOrEqual(1);

  // Sending a message scrolls to the end.
  await page.mouse.wheel(0, -900);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await sendText(page, 'my own');
  await expect(messageText(page, 'my own')).toBeVisible();
  await expect.poll(() => distanceToEnd(page)).toBeLessThanOrEqual(1);
});

test('[MSG-52] the end of the list stays in view when the window is resized and the field grows @long', async ({
  users,
  openAs,
  directChat,
}) => {
  const page = await openHistory(openAs, users, { ...directChat, count: 30 });
  for (const [width, height] of [
    [900, 500],
    [420, 700],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => distanceToEnd(page)).toBeLessThanOrEqual(1);
  }
  const before = await messageList(page).evaluate((view) => view.clientHeight);
  await messageField(page).fill('one\ntwo\nthree\nfour\nfive');
  await expect.poll(() => messageList(page).evaluate((view) => view.clientHeight)).toBeLessThan(before);
  await expect.poll(() => distanceToEnd(page)).toBeLessThanOrEqual(1);
});

test('[MSG-43] deleting a message above does not move the visible messages @long', async ({
  users,
  openAs,
  directChat,
}) => {
  const page = await openHistory(openAs, users, { ...directChat, count: 45, isByAnn: () => false });
  await messageList(page).hover();
  await page.mouse.wheel(0, -700);
  await waitForScrollEnd(page);
  const textAbove = () =>
    messageList(page).evaluate((view) => {
      const { top } = view.getBoundingClientRect();
      const above = [...view.querySelectorAll('article')].filter((one) => one.getBoundingClientRect().bottom < top);
      return above.at(-1)?.textContent ?? '';
    });
  await expect.poll(textAbove).not.toBe('');
  const above = await textAbove();
  const { bob, chatId } = directChat;
  const bobsApi = await users.apiClient(bob);
  const { data } = await bobsApi.call(getMessages, { chatId, limit: 50, skip: 0 });
  const { _id: messageId } = data.find(({ content }) => above.includes(content.trim())) ?? {};
  if (!messageId) throw new Error('there is no message above the visible ones');
  const { maxShift } = await trackFirstVisible(page);
  await bobsApi.call(deleteMessage, { messageId });
  expect(await maxShift()).toBeLessThanOrEqual(1);
});
