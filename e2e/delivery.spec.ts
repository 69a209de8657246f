import { removeMember } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import {
  logOut,
  messageField,
  messageList,
  messageText,
  sendingStatus,
  sendText,
  storedContents,
  toast,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { startResponseDroppingProxy } from './support/response-dropping-proxy.ts';

const texts = ['first', 'second', 'third'];
const sendPath = '**/api/messages/send';

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
    await expect.poll(() => shownTexts(page, texts), { timeout: 20_000 }).toEqual(texts);
  }
  await expect(sendingStatus(annsPage)).toHaveCount(0);
  expect(await storedContents(users, ann, chatId)).toEqual(['before', ...texts]);
});

test('[MSG-66] unsent messages survive a reload and are sent afterwards, in order @long', async ({
  users,
  directChat: { ann, chatId },
  chatPages: { annsPage, bobsPage },
}) => {
  await annsPage.route(sendPath, (route) => route.abort());
  for (const text of texts) await sendText(annsPage, text);
  await expect(sendingStatus(annsPage)).toHaveCount(3);
  await annsPage.reload();
  await expect(sendingStatus(annsPage)).toHaveCount(3);
  await expect.poll(() => shownTexts(annsPage, texts)).toEqual(texts);
  expect(await storedContents(users, ann, chatId)).toEqual([]);

  await annsPage.unroute(sendPath);
  for (const page of [annsPage, bobsPage]) {
    await expect.poll(() => shownTexts(page, texts), { timeout: 20_000 }).toEqual(texts);
  }
  await expect(sendingStatus(annsPage)).toHaveCount(0, { timeout: 20_000 });
  expect(await storedContents(users, ann, chatId)).toEqual(texts);
});

test('[MSG-61] messages wait while the server is down, and none is lost or duplicated @long', async ({
  users,
  backend,
  directChat: { ann, chatId },
  chatPages: { annsPage, bobsPage },
}) => {
  test.slow();
  for (const page of [annsPage, bobsPage]) await expect(page.getByText('No messages yet')).toBeVisible();
  await backend.server.kill();
  for (const text of texts) await sendText(annsPage, text);
  await backend.server.restart();
  for (const page of [annsPage, bobsPage]) {
    // After five quick attempts the client waits up to a minute before it reconnects.
    await expect.poll(() => shownTexts(page, texts), { timeout: 90_000 }).toEqual(texts);
  }
  expect(await storedContents(users, ann, chatId)).toEqual(texts);
});

test('[MSG-62] a response that is lost after the server stored the message creates no duplicate @long', async ({
  users,
  openAs,
  backend,
  browser,
  directChat: { ann, bob, chatId },
}) => {
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  const proxy = await startResponseDroppingProxy(backend.url);
  const context = await browser.newContext({ baseURL: proxy.url });
  try {
    await users.signIn(context, ann, proxy.url);
    const annsPage = await context.newPage();
    await annsPage.goto(`/chat/${chatId}`);
    await expect(messageField(annsPage)).toBeVisible();
    // Without events only the retry can confirm the message. With events, either may come first.
    for (const [text, hasEvents] of [
      ['with events', true],
      ['without events', false],
    ] as const) {
      if (!hasEvents) {
        await annsPage.routeWebSocket(/socket\.io/, (socket) => socket.close());
        await annsPage.route(/\/socket\.io\//, (route) => route.abort());
        await annsPage.reload();
        await expect(messageField(annsPage)).toBeVisible();
      }
      const before = proxy.droppedCount();
      proxy.dropResponses(hasEvents ? 1 : 2);
      await sendText(annsPage, text);
      await expect(messageText(bobsPage, text)).toBeVisible();
      await expect(messageText(annsPage, text)).toBeVisible();
      await expect(sendingStatus(annsPage)).toHaveCount(0, { timeout: 20_000 });
      expect(proxy.droppedCount()).toBeGreaterThan(before);
    }
    const all = ['with events', 'without events'];
    for (const page of [annsPage, bobsPage]) await expect.poll(() => shownTexts(page, all)).toEqual(all);
    expect(await storedContents(users, ann, chatId)).toEqual(all);
  } finally {
    await context.close();
    await proxy.stop();
  }
});

test('[MSG-63] a rejected message shows the reason and can be retried or deleted; later messages are sent @long', async ({
  users,
  directChat: { ann, chatId },
  chatPages: { annsPage, bobsPage },
}) => {
  let isRejecting = true;
  await annsPage.route(sendPath, async (route) => {
    const isRejected = isRejecting && route.request().postData()?.includes('bad');
    if (!isRejected) return route.continue();
    return route.fulfill({ status: 400, json: { message: 'That cannot be said here', code: 'invalid_input' } });
  });
  await sendText(annsPage, 'bad one');
  await expect(toast(annsPage, 'Failed to send message')).toBeVisible();
  await expect(toast(annsPage, 'That cannot be said here')).toBeVisible();
  await expect(messageList(annsPage).getByText('That cannot be said here')).toBeVisible();
  await sendText(annsPage, 'good one');
  await expect(messageText(bobsPage, 'good one')).toBeVisible();
  await annsPage.reload();
  await expect(messageList(annsPage).getByText('That cannot be said here')).toBeVisible();

  isRejecting = false;
  await messageList(annsPage).getByRole('button', { name: 'Retry' }).click();
  await expect(messageText(bobsPage, 'bad one')).toBeVisible();
  await expect(messageList(annsPage).getByText('That cannot be said here')).toBeHidden();

  isRejecting = true;
  await sendText(annsPage, 'bad two');
  await messageList(annsPage).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(messageText(annsPage, 'bad two')).toBeHidden();
  await annsPage.reload();
  await expect(messageText(annsPage, 'bad one')).toBeVisible();
  await expect(messageText(annsPage, 'bad two')).toBeHidden();
  expect(await storedContents(users, ann, chatId)).toEqual(['good one', 'bad one']);
});

test('[MSG-63] a user who was removed from the group while offline sees that sending failed @long', async ({
  users,
  openAs,
  groupChat: { ann, bob, chatId },
}) => {
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  await expect(messageText(bobsPage, 'Ann Lee created the group')).toBeVisible();
  await bobsPage.context().setOffline(true);
  await sendText(bobsPage, 'too late');
  const annsApi = await users.apiClient(ann);
  await annsApi.call(removeMember, { chatId, memberId: (await users.apiClient(bob)).id });
  await bobsPage.context().setOffline(false);
  await expect(toast(bobsPage, 'Failed to send message')).toBeVisible({ timeout: 20_000 });
  expect(await storedContents(users, ann, chatId)).toEqual([]);
});

test('[MSG-68] two tabs show the same unsent messages, and each is sent once @long', async ({
  users,
  directChat: { ann, chatId },
  chatPages: { annsPage: first, bobsPage },
}) => {
  const second = await first.context().newPage();
  await second.goto(`/chat/${chatId}`);
  await expect(messageField(second)).toBeVisible();
  const posted: string[] = [];
  await first.context().route(sendPath, (route) => route.abort());
  for (const text of texts) await sendText(text === 'second' ? second : first, text);
  for (const page of [first, second]) await expect.poll(() => shownTexts(page, texts)).toEqual(texts);

  await first.context().unroute(sendPath);
  first.context().on('request', (request) => {
    if (request.url().endsWith('/api/messages/send')) posted.push(String(request.postDataJSON().content));
  });
  for (const page of [first, second, bobsPage]) {
    await expect.poll(() => shownTexts(page, texts), { timeout: 20_000 }).toEqual(texts);
  }
  for (const page of [first, second]) await expect(sendingStatus(page)).toHaveCount(0, { timeout: 20_000 });
  expect(posted).toEqual(texts);
  expect(await storedContents(users, ann, chatId)).toEqual(texts);
});

test('[MSG-68] the other tab sends the unsent messages of a closed tab @long', async ({
  directChat: { chatId },
  chatPages: { annsPage: first, bobsPage },
}) => {
  const second = await first.context().newPage();
  await second.goto(`/chat/${chatId}`);
  await expect(messageField(second)).toBeVisible();
  await first.route(sendPath, (route) => route.abort());
  await sendText(first, 'left behind');
  await expect(messageText(second, 'left behind')).toBeVisible();
  await first.close();
  await expect(messageText(bobsPage, 'left behind')).toBeVisible();
  await expect(sendingStatus(second)).toHaveCount(0);
});

/** Counts the unsent messages of all users in this browser. */
const countUnsent = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('chat-app.outbox');
        opening.addEventListener('error', () => reject(new Error('no database')));
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('messages').objectStore('messages').count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
  );

test('[MSG-67] logging out deletes the unsent messages from the browser @long', async ({
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann, `/chat/${chatId}`);
  await page.route(sendPath, (route) => route.abort());
  await sendText(page, 'private words');
  await expect.poll(() => countUnsent(page)).toBe(1);
  await logOut(page);
  await expect.poll(() => countUnsent(page)).toBe(0);
});

test('[MSG-67] another account neither keeps nor sends the unsent messages of the previous user @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const page = await openAs(ann, `/chat/${chatId}`);
  await page.route(sendPath, (route) => route.abort());
  await sendText(page, 'private words');
  await expect.poll(() => countUnsent(page)).toBe(1);
  // The session ends while no page is open, as if the browser had been closed for a day.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await users.signIn(page.context(), bob);
  await page.unroute(sendPath);
  await page.goto(`/chat/${chatId}`);
  await expect(messageField(page)).toBeVisible();
  await expect.poll(() => countUnsent(page)).toBe(0);
  expect(await storedContents(users, bob, chatId)).toEqual([]);
});
