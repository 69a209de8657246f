import { type ChatId, getMessages, removeMember } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { field, messages, said, say, toast } from './support/conversation.ts';
import { startCuttingProxy } from './support/cutting-proxy.ts';
import type { createPeople, Person } from './support/people.ts';
import { expect, test } from './support/world.ts';

const texts = ['first', 'second', 'third'];
const sendPath = '**/api/messages/send';
const isSending = (page: Page) => messages(page).getByText('Sending', { exact: true });

/** What the chat holds, oldest first. */
async function contents(people: ReturnType<typeof createPeople>, person: Person, chatId: ChatId) {
  const { data } = await (await people.acting(person)).call(getMessages, { chatId, skip: 0, limit: 50 });
  return data
    .filter(({ type }) => type !== 'system')
    .map(({ content }) => content)
    .toReversed();
}

/** The bubbles with these texts, from top to bottom. */
const shown = async (page: Page, wanted: readonly string[]) => {
  const lines = (await messages(page).innerText()).split('\n').map((line) => line.trim());
  return lines.filter((line) => wanted.includes(line));
};

async function aChatOfTwo(people: ReturnType<typeof createPeople>) {
  const [ann, bob] = [await people.aVerifiedUser('Ann Lee'), await people.aVerifiedUser('Bob Ray')];
  return { ann, bob, chatId: await people.aChat(ann, bob) };
}

test('[MSG-61] what is written offline is shown at once and arrives once, in order, when the network returns', async ({
  people,
  openAs,
}) => {
  const { ann, bob, chatId } = await aChatOfTwo(people);
  const [annsPage, bobsPage] = [await openAs(ann, `/chat/${chatId}`), await openAs(bob, `/chat/${chatId}`)];
  await say(annsPage, 'before');
  await expect(said(bobsPage, 'before')).toBeVisible();

  await annsPage.context().setOffline(true);
  for (const text of texts) await say(annsPage, text);
  for (const text of texts) await expect(said(annsPage, text)).toBeVisible();
  await expect(isSending(annsPage)).toHaveCount(3);
  await annsPage.context().setOffline(false);
  for (const page of [annsPage, bobsPage]) {
    await expect.poll(() => shown(page, texts), { timeout: 20_000 }).toEqual(texts);
  }
  await expect(isSending(annsPage)).toHaveCount(0);
  expect(await contents(people, ann, chatId)).toEqual(['before', ...texts]);
});

test('[MSG-66] what could not be sent outlives a reload and goes out afterwards, in order', async ({
  people,
  openAs,
}) => {
  const { ann, bob, chatId } = await aChatOfTwo(people);
  const [annsPage, bobsPage] = [await openAs(ann, `/chat/${chatId}`), await openAs(bob, `/chat/${chatId}`)];
  await annsPage.route(sendPath, (route) => route.abort());
  for (const text of texts) await say(annsPage, text);
  await expect(isSending(annsPage)).toHaveCount(3);
  await annsPage.reload();
  await expect(isSending(annsPage)).toHaveCount(3);
  await expect.poll(() => shown(annsPage, texts)).toEqual(texts);
  expect(await contents(people, ann, chatId)).toEqual([]);

  await annsPage.unroute(sendPath);
  for (const page of [annsPage, bobsPage]) {
    await expect.poll(() => shown(page, texts), { timeout: 20_000 }).toEqual(texts);
  }
  await expect(isSending(annsPage)).toHaveCount(0, { timeout: 20_000 });
  expect(await contents(people, ann, chatId)).toEqual(texts);
});

test('[MSG-61] while the server is down messages wait, and none is lost or doubled @long', async ({
  people,
  openAs,
  world,
}) => {
  test.slow();
  const { ann, bob, chatId } = await aChatOfTwo(people);
  const [annsPage, bobsPage] = [await openAs(ann, `/chat/${chatId}`), await openAs(bob, `/chat/${chatId}`)];
  for (const page of [annsPage, bobsPage]) await expect(page.getByText('No messages yet')).toBeVisible();
  await world.server.kill();
  for (const text of texts) await say(annsPage, text);
  await world.server.startAgain();
  for (const page of [annsPage, bobsPage]) {
    // After five quick tries a page waits for up to a minute.
    await expect.poll(() => shown(page, texts), { timeout: 90_000 }).toEqual(texts);
  }
  expect(await contents(people, ann, chatId)).toEqual(texts);
});

test('[MSG-62] an answer that is lost after the server has written the message makes no second one @long', async ({
  people,
  openAs,
  world,
  browser,
}) => {
  const { ann, bob, chatId } = await aChatOfTwo(people);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  const proxy = await startCuttingProxy(world.url);
  const context = await browser.newContext({ baseURL: proxy.url });
  try {
    await people.signIn(context, ann, proxy.url);
    const annsPage = await context.newPage();
    await annsPage.goto(`/chat/${chatId}`);
    await expect(field(annsPage)).toBeVisible();
    // Without events the retry alone has to find out; with them, either may come first.
    for (const [text, hasEvents] of [
      ['with events', true],
      ['without events', false],
    ] as const) {
      if (!hasEvents) {
        await annsPage.routeWebSocket(/socket\.io/, (socket) => socket.close());
        await annsPage.route(/\/socket\.io\//, (route) => route.abort());
        await annsPage.reload();
        await expect(field(annsPage)).toBeVisible();
      }
      const before = proxy.cutCount();
      proxy.cutAnswers(hasEvents ? 1 : 2);
      await say(annsPage, text);
      await expect(said(bobsPage, text)).toBeVisible();
      await expect(said(annsPage, text)).toBeVisible();
      await expect(isSending(annsPage)).toHaveCount(0, { timeout: 20_000 });
      expect(proxy.cutCount()).toBeGreaterThan(before);
    }
    const all = ['with events', 'without events'];
    for (const page of [annsPage, bobsPage]) await expect.poll(() => shown(page, all)).toEqual(all);
    expect(await contents(people, ann, chatId)).toEqual(all);
  } finally {
    await context.close();
    await proxy.stop();
  }
});

test('[MSG-63] a refused message says why, can be tried again and deleted; the chat goes on @long', async ({
  people,
  openAs,
}) => {
  const { ann, bob, chatId } = await aChatOfTwo(people);
  const [annsPage, bobsPage] = [await openAs(ann, `/chat/${chatId}`), await openAs(bob, `/chat/${chatId}`)];
  let isRefusing = true;
  await annsPage.route(sendPath, async (route) => {
    const isBad = isRefusing && route.request().postData()?.includes('bad');
    if (!isBad) return route.continue();
    return route.fulfill({ status: 400, json: { message: 'That cannot be said here', code: 'invalid_input' } });
  });
  await say(annsPage, 'bad one');
  await expect(toast(annsPage, 'Failed to send message')).toBeVisible();
  await expect(toast(annsPage, 'That cannot be said here')).toBeVisible();
  await expect(messages(annsPage).getByText('That cannot be said here')).toBeVisible();
  await say(annsPage, 'good one');
  await expect(said(bobsPage, 'good one')).toBeVisible();
  await annsPage.reload();
  await expect(messages(annsPage).getByText('That cannot be said here')).toBeVisible();

  isRefusing = false;
  await messages(annsPage).getByRole('button', { name: 'Retry' }).click();
  await expect(said(bobsPage, 'bad one')).toBeVisible();
  await expect(messages(annsPage).getByText('That cannot be said here')).toBeHidden();

  isRefusing = true;
  await say(annsPage, 'bad two');
  await messages(annsPage).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(said(annsPage, 'bad two')).toBeHidden();
  await annsPage.reload();
  await expect(said(annsPage, 'bad one')).toBeVisible();
  await expect(said(annsPage, 'bad two')).toBeHidden();
  expect(await contents(people, ann, chatId)).toEqual(['good one', 'bad one']);
});

test('[MSG-63] who was removed from the group meanwhile is told, and nothing goes out @long', async ({
  people,
  openAs,
}) => {
  const [ann, bob, cat] = [
    await people.aVerifiedUser('Ann Lee'),
    await people.aVerifiedUser('Bob Ray'),
    await people.aVerifiedUser('Cat Moe'),
  ];
  const chatId = await people.aChat(ann, bob, cat);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  await expect(said(bobsPage, 'Ann Lee created the group')).toBeVisible();
  await bobsPage.context().setOffline(true);
  await say(bobsPage, 'too late');
  const annActs = await people.acting(ann);
  await annActs.call(removeMember, { chatId, memberId: (await people.acting(bob)).id });
  await bobsPage.context().setOffline(false);
  await expect(toast(bobsPage, 'Failed to send message')).toBeVisible({ timeout: 20_000 });
  expect(await contents(people, ann, chatId)).toEqual([]);
});

test('[MSG-68] two tabs show the same waiting messages, and one of them sends each once @long', async ({
  people,
  openAs,
}) => {
  const { ann, bob, chatId } = await aChatOfTwo(people);
  const [first, bobsPage] = [await openAs(ann, `/chat/${chatId}`), await openAs(bob, `/chat/${chatId}`)];
  const second = await first.context().newPage();
  await second.goto(`/chat/${chatId}`);
  await expect(field(second)).toBeVisible();
  const posted: string[] = [];
  await first.context().route(sendPath, (route) => route.abort());
  for (const text of texts) await say(text === 'second' ? second : first, text);
  for (const page of [first, second]) await expect.poll(() => shown(page, texts)).toEqual(texts);

  await first.context().unroute(sendPath);
  first.context().on('request', (request) => {
    if (request.url().endsWith('/api/messages/send')) posted.push(String(request.postDataJSON().content));
  });
  for (const page of [first, second, bobsPage]) {
    await expect.poll(() => shown(page, texts), { timeout: 20_000 }).toEqual(texts);
  }
  for (const page of [first, second]) await expect(isSending(page)).toHaveCount(0, { timeout: 20_000 });
  expect(posted).toEqual(texts);
  expect(await contents(people, ann, chatId)).toEqual(texts);
});

test('[MSG-68] a tab that is closed leaves its unsent messages to the other @long', async ({ people, openAs }) => {
  const { ann, bob, chatId } = await aChatOfTwo(people);
  const [first, bobsPage] = [await openAs(ann, `/chat/${chatId}`), await openAs(bob, `/chat/${chatId}`)];
  const second = await first.context().newPage();
  await second.goto(`/chat/${chatId}`);
  await expect(field(second)).toBeVisible();
  await first.route(sendPath, (route) => route.abort());
  await say(first, 'left behind');
  await expect(said(second, 'left behind')).toBeVisible();
  await first.close();
  await expect(said(bobsPage, 'left behind')).toBeVisible();
  await expect(isSending(second)).toHaveCount(0);
});

/** How many unsent messages this browser keeps, of anybody. */
const countKept = (page: Page) =>
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

test('[MSG-67] logging out leaves nothing unsent in the browser @long', async ({ people, openAs }) => {
  const { ann, chatId } = await aChatOfTwo(people);
  const page = await openAs(ann, `/chat/${chatId}`);
  await page.route(sendPath, (route) => route.abort());
  await say(page, 'private words');
  await expect.poll(() => countKept(page)).toBe(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect.poll(() => countKept(page)).toBe(0);
});

test('[MSG-67] what somebody left unsent is neither kept for nor sent by the next account @long', async ({
  people,
  openAs,
}) => {
  const { ann, bob, chatId } = await aChatOfTwo(people);
  const page = await openAs(ann, `/chat/${chatId}`);
  await page.route(sendPath, (route) => route.abort());
  await say(page, 'private words');
  await expect.poll(() => countKept(page)).toBe(1);
  // The session is lost without a word to the page, as when the browser was closed for a day.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await people.signIn(page.context(), bob);
  await page.unroute(sendPath);
  await page.goto(`/chat/${chatId}`);
  await expect(field(page)).toBeVisible();
  await expect.poll(() => countKept(page)).toBe(0);
  expect(await contents(people, bob, chatId)).toEqual([]);
});
