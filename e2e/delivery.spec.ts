import { removeMember } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { deadlineMs } from './support/deadline.ts';
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
import { busy, controlSocket, gotoConnected, interceptAcks, refuseSends } from './support/sends.ts';

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

test('[MSG-66] unsent messages survive a reload and are sent afterwards, in order @long', async ({
  users,
  directChat: { ann, chatId },
  chatPages: { annsPage, bobsPage },
}) => {
  let isBusy = true;
  await refuseSends(annsPage, () => (isBusy ? busy : null));
  await reload(annsPage);
  for (const text of texts) await sendText(annsPage, text);
  await expect(sendingStatus(annsPage)).toHaveCount(3);
  await annsPage.reload();
  await expect(sendingStatus(annsPage)).toHaveCount(3);
  await expect.poll(() => shownTexts(annsPage, texts)).toEqual(texts);
  expect(await storedContents(users, ann, chatId)).toEqual([]);

  isBusy = false;
  for (const page of [annsPage, bobsPage]) {
    await expect.poll(() => shownTexts(page, texts)).toEqual(texts);
  }
  await expect(sendingStatus(annsPage)).toHaveCount(0);
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
    await expect.poll(() => shownTexts(page, texts), { timeout: 3 * deadlineMs }).toEqual(texts);
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
    const acks = await interceptAcks(annsPage);
    await gotoConnected(annsPage, `/chat/${chatId}`);
    await expect(messageField(annsPage)).toBeVisible();
    // The server stores the first of them as it arrives over the socket, whose answer is lost like the next one.
    for (const [text, hasSocket] of [
      ['over both', true],
      ['over HTTP alone', false],
    ] as const) {
      if (!hasSocket) {
        await (await controlSocket(annsPage)).block();
        await reload(annsPage);
      }
      const before = proxy.droppedCount();
      acks.lose(1);
      proxy.dropResponses(hasSocket ? 1 : 2);
      await sendText(annsPage, text);
      await expect(messageText(bobsPage, text)).toBeVisible();
      await expect(messageText(annsPage, text)).toBeVisible();
      await expect(sendingStatus(annsPage)).toHaveCount(0);
      expect(proxy.droppedCount()).toBeGreaterThan(before);
      expect(acks.lostCount()).toBe(1);
    }
    const all = ['over both', 'over HTTP alone'];
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
  const refusal = { code: 'forbidden', message: 'That cannot be said here' } as const;
  await refuseSends(annsPage, ({ content }) => (isRejecting && content.startsWith('bad') ? refusal : null));
  await reload(annsPage);
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
  await expect(toast(bobsPage, 'Failed to send message')).toBeVisible();
  expect(await storedContents(users, ann, chatId)).toEqual([]);
});

test('[MSG-68] two tabs show the same unsent messages, and each is sent once @long', async ({
  users,
  directChat: { ann, chatId },
  chatPages: { annsPage: first, bobsPage },
}) => {
  let isBusy = true;
  const { passed } = await refuseSends(first.context(), () => (isBusy ? busy : null));
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
  expect(passed.map(({ content }) => content)).toEqual(texts);
  expect(await storedContents(users, ann, chatId)).toEqual(texts);
});

test('[MSG-68] the other tab sends the unsent messages of a closed tab @long', async ({
  directChat: { chatId },
  chatPages: { annsPage: first, bobsPage },
}) => {
  const second = await first.context().newPage();
  await second.goto(`/chat/${chatId}`);
  await expect(messageField(second)).toBeVisible();
  await refuseSends(first, () => busy);
  await reload(first);
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
  const page = await openAs(ann, 'about:blank');
  await refuseSends(page, () => busy);
  await page.goto(`/chat/${chatId}`);
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
  const page = await openAs(ann, 'about:blank');
  let isBusy = true;
  const { passed } = await refuseSends(page, () => (isBusy ? busy : null));
  await page.goto(`/chat/${chatId}`);
  await sendText(page, 'private words');
  await expect.poll(() => countUnsent(page)).toBe(1);
  // The session ends while no page is open, as if the browser had been closed for a day.
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
