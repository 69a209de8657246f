import { type ChatId, getMessages } from '@chat-app/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { messageField, sendingStatus } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { readStore } from './support/indexed-db.ts';
import { createPng } from './support/png.ts';
import type { ApiClient } from './support/users.ts';

const height = 40;
/** Images are identified by their width, because a message contains the size of its image, but not its name. */
const createImage = (width: number) => ({
  name: `${width}.png`,
  mimeType: 'image/png',
  buffer: createPng(width, height),
});
const chips = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');

/** The stored messages, newest first: the text, or the width of the image. */
async function readChat(api: ApiClient, chatId: ChatId): Promise<string[]> {
  const { data } = await api.call(getMessages, { chatId, skip: 0, limit: 15 });
  return data.map(({ type, content, width }) => (type === 'image' ? String(width) : content));
}

async function readDraft(page: Page): Promise<string[]> {
  const text = await messageField(page).inputValue();
  const names = await chips(page)
    .locator('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
  return [...names.map((name) => String(name).replace('.png', '')), ...(text === '' ? [] : [text])];
}

type Ending = 'reload' | 'close' | 'crash';

/** Ends the page before it can finish anything. Returns the page to continue with. */
async function endPage(page: Page, ending: Ending, context: BrowserContext): Promise<Page> {
  if (ending === 'reload') {
    await page.reload();
    return page;
  }
  if (ending === 'crash') {
    const crashed = page.waitForEvent('crash');
    const client = await context.newCDPSession(page);
    // The response never arrives.
    void client.send('Page.crash').catch(() => {});
    await crashed;
  }
  await page.close({ runBeforeUnload: false });
  return context.newPage();
}

const rounds = 200;

test(`[MSG-202] killing a tab while it sends, ${rounds} times, loses and duplicates nothing @long`, async ({
  users,
  openAs,
  directChat: { ann, chatId },
}) => {
  test.setTimeout(120_000 + rounds * 20_000);
  const api = await users.apiClient(ann);
  let page = await openAs(ann, `/chat/${chatId}`);
  const context = page.context();
  const endings: Ending[] = ['reload', 'close', 'crash'];

  for (let round = 0; round < rounds; round += 1) {
    const widths = [2, 3].map((offset) => 40 + round * 4 + offset);
    const wanted = [...widths.map(String), `text ${round}`];
    await expect(messageField(page)).toBeVisible();
    await page.locator('input[type=file]').first().setInputFiles(widths.map(createImage));
    await messageField(page).fill(`text ${round}`);
    await expect(chips(page).and(page.locator('[aria-busy=false]'))).toHaveCount(2);
    const ending = endings[round % endings.length] ?? 'reload';
    const pressing = messageField(page)
      .press('Enter')
      .catch(() => {});
    // Every fourth page ends during the key press, the others some time later.
    if (round % 4 !== 0) {
      await pressing;
      // Real time: the tab is killed at any moment of its work.
      await new Promise((resolve) => setTimeout(resolve, 600 * (((round * 17) % rounds) / rounds) ** 2));
    }
    page = await endPage(page, ending, context);
    await pressing;

    await page.goto(`/chat/${chatId}`);
    await expect(messageField(page)).toBeVisible();
    const readAll = async () => {
      await expect(sendingStatus(page)).toHaveCount(0);
      const all = [...(await readChat(api, chatId)), ...(await readDraft(page))];
      return all.filter((name) => wanted.includes(name)).toSorted();
    };
    // The outbox sends its messages without user action.
    await expect.poll(readAll, { message: `round ${round}, ${ending}` }).toEqual(wanted.toSorted());
    if ((await readDraft(page)).length > 0) {
      await messageField(page).press('Enter');
      const newest = async () => (await readChat(api, chatId)).slice(0, wanted.length).toSorted();
      await expect.poll(newest).toEqual(wanted.toSorted());
      await expect(sendingStatus(page)).toHaveCount(0);
    }
  }
});

test('[MSG-203] attachments survive a reload, and the browser asks before leaving while they are not stored', async ({
  users,
  openAs,
  directChat: { ann, chatId },
}) => {
  const api = await users.apiClient(ann);
  const page = await openAs(ann, `/chat/${chatId}`);
  await expect(messageField(page)).toBeVisible();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.locator('input[type=file]').first().setInputFiles([40, 41, 42].map(createImage));
  await expect(chips(page).and(page.locator('[aria-busy=false]'))).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove 41.png' }).click();
  await expect.poll(() => readStore(page, 'chat-app.outbox', 'files')).toHaveLength(2);
  await page.reload();
  await expect.poll(() => readDraft(page)).toEqual(['40', '42']);
  expect(asked).toEqual([]);

  // The database is full: the attachment exists only in the page.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([createImage(43)]);
  await expect(chips(page).and(page.locator('[aria-busy=true]'))).toHaveCount(1);
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => location.reload());
  await reloaded;
  expect(asked).toEqual(['beforeunload']);
  await expect.poll(() => readDraft(page)).toEqual(['40', '42']);
  await messageField(page).press('Enter');
  await expect.poll(() => readChat(api, chatId)).toEqual(['42', '40']);
});
