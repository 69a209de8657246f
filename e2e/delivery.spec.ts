import type { Page, Route } from '@playwright/test';
import {
  logOut,
  messageField,
  messageList,
  messageText,
  sendingStatus,
  sendText,
  storedContents,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { readStore } from './support/indexed-db.ts';
import { gotoConnected, interceptAcks, refuseSends } from './support/sends.ts';

const texts = ['first', 'second', 'third'];

/** Loads the page again, so that what was set up for its connections applies. */
const reload = async (page: Page) => {
  await page.reload();
  await expect(messageField(page)).toBeVisible();
};

/** The shown messages out of `wanted`, from top to bottom. */
const shownTexts = async (page: Page, wanted: readonly string[]) => {
  const lines = (await messageList(page).innerText()).split('\n').map((line) => line.trim());
  return lines.filter((line) => wanted.includes(line));
};

test('[MSG-61] messages written offline are shown at once and arrive once, in order, when the network returns', async ({
  users,
  directChat: { ann, chatId },
  chatPages: { annsPage, bobsPage },
}) => {
  await sendText(annsPage, 'before');
  await expect(messageText(bobsPage, 'before')).toBeVisible();

  await annsPage.context().setOffline(true);
  for (const text of texts) await sendText(annsPage, text);
  for (const text of texts) await expect(messageText(annsPage, text)).toBeVisible();
  await expect(sendingStatus(annsPage)).toHaveCount(3);
  await annsPage.context().setOffline(false);
  for (const page of [annsPage, bobsPage]) {
    await expect.poll(() => shownTexts(page, texts)).toEqual(texts);
  }
  await expect(sendingStatus(annsPage)).toHaveCount(0);
  expect(await storedContents(users, ann, chatId)).toEqual(['before', ...texts]);
});

test('[MSG-62] [RT-305] a message whose acknowledgement and response are lost is stored and shown once @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  const annsPage = await openAs(ann, 'about:blank');
  const acks = await interceptAcks(annsPage);
  let lostResponses = 0;
  const loseResponse = async (route: Route) => {
    // The server has handled the request before the browser gets an error instead of the response.
    await route.fetch();
    lostResponses += 1;
    await route.abort();
  };
  await annsPage.route('**/api/messages/send', loseResponse, { times: 1 });
  await gotoConnected(annsPage, `/chat/${chatId}`);
  await expect(messageField(annsPage)).toBeVisible();
  acks.lose(1);
  for (const text of ['said once', 'said after it']) await sendText(annsPage, text);
  for (const page of [annsPage, bobsPage]) await expect(messageText(page, 'said after it')).toBeVisible();
  await expect(sendingStatus(annsPage)).toHaveCount(0);
  for (const page of [annsPage, bobsPage]) await expect(messageText(page, 'said once')).toHaveCount(1);
  expect({ lostAcks: acks.lostCount(), lostResponses }).toEqual({ lostAcks: 1, lostResponses: 1 });
  expect(await storedContents(users, ann, chatId)).toEqual(['said once', 'said after it']);
});

test('[MSG-68] two tabs show the same unsent messages, and each is sent once @long', async ({
  users,
  directChat: { ann, chatId },
  chatPages: { annsPage: first, bobsPage },
}) => {
  let isBusy = true;
  const passed = await refuseSends(first.context(), () => isBusy);
  const second = await first.context().newPage();
  await second.goto(`/chat/${chatId}`);
  for (const page of [first, second]) await reload(page);
  for (const text of texts) await sendText(text === 'second' ? second : first, text);
  for (const page of [first, second]) await expect.poll(() => shownTexts(page, texts)).toEqual(texts);

  isBusy = false;
  for (const page of [first, second, bobsPage]) {
    await expect.poll(() => shownTexts(page, texts)).toEqual(texts);
  }
  for (const page of [first, second]) await expect(sendingStatus(page)).toHaveCount(0);
  expect(passed).toEqual(texts);
  expect(await storedContents(users, ann, chatId)).toEqual(texts);

  await test.step('the other tab sends those of a closed one', async () => {
    isBusy = true;
    await sendText(first, 'left behind');
    await expect(messageText(second, 'left behind')).toBeVisible();
    await first.close();
    isBusy = false;
    await expect(messageText(bobsPage, 'left behind')).toBeVisible();
    await expect(sendingStatus(second)).toHaveCount(0);
  });
});

test('[RT-307] a message stays shown once if another tab learns first that it has arrived @long', async ({
  users,
  openAs,
  directChat: { ann, chatId },
}) => {
  const first = await openAs(ann);
  const acks = await interceptAcks(first);
  await gotoConnected(first, `/chat/${chatId}`);
  await expect(messageField(first)).toBeVisible();
  const second = await first.context().newPage();
  await second.goto(`/chat/${chatId}`);
  await expect(messageField(second)).toBeVisible();
  acks.hold();
  await sendText(first, 'from the first tab');
  await expect.poll(acks.heldCount).toBe(1);
  await expect(messageText(second, 'from the first tab')).toHaveCount(1);
  await expect(sendingStatus(second)).toHaveCount(0);
  // The second tab has removed the entry from the store, and the first one has given up its attempt.
  await expect(sendingStatus(first)).toHaveCount(0);
  acks.release();
  for (const page of [first, second]) await expect(messageText(page, 'from the first tab')).toHaveCount(1);
  expect(await storedContents(users, ann, chatId)).toEqual(['from the first tab']);
});

/** Counts the unsent messages of all users in this browser. */
const countUnsent = async (page: Page) => (await readStore(page, 'chat-app.outbox', 'messages')).length;

test('[MSG-67] neither a logout nor another account keeps or sends the unsent messages of the previous user @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const page = await openAs(ann, 'about:blank');
  let isBusy = true;
  const passed = await refuseSends(page, () => isBusy);
  const writeUnsent = async () => {
    await page.goto(`/chat/${chatId}`);
    await sendText(page, 'private words');
    await expect.poll(() => countUnsent(page)).toBe(1);
  };
  await test.step('a logout', async () => {
    await writeUnsent();
    await logOut(page);
    await expect.poll(() => countUnsent(page)).toBe(0);
  });

  await test.step('another account, after the session ended while no page was open', async () => {
    await users.signIn(page.context(), ann);
    await writeUnsent();
    await page.goto('about:blank');
    await page.context().clearCookies();
    await users.signIn(page.context(), bob);
    isBusy = false;
    await page.goto(`/chat/${chatId}`);
    await expect(messageField(page)).toBeVisible();
    await expect.poll(() => countUnsent(page)).toBe(0);
    expect(passed).toEqual([]);
    expect(await storedContents(users, bob, chatId)).toEqual([]);
  });
});
