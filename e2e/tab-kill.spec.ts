import { type ChatId, getMessages } from '@chat-app/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { messageField, sendingStatus } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { createPng } from './support/png.ts';
import type { ApiClient } from './support/users.ts';

const height = 40;
/** Told apart by their width: a message carries the size of its picture, but not its name. */
const picture = (width: number) => ({ name: `${width}.png`, mimeType: 'image/png', buffer: createPng(width, height) });
const chips = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem');

/** What one message is called here: its text, or the width of its picture. */
async function inTheChat(api: ApiClient, chatId: ChatId): Promise<string[]> {
  const { data } = await api.call(getMessages, { chatId, skip: 0, limit: 15 });
  return data.map(({ type, content, width }) => (type === 'image' ? String(width) : content));
}

async function inTheDraft(page: Page): Promise<string[]> {
  const text = await messageField(page).inputValue();
  const names = await chips(page)
    .locator('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
  return [...names.map((name) => String(name).replace('.png', '')), ...(text === '' ? [] : [text])];
}

type Ending = 'reload' | 'close' | 'crash';

/** Ends the page without letting it finish anything. Returns a page that is left. */
async function end(page: Page, how: Ending, context: BrowserContext): Promise<Page> {
  if (how === 'reload') {
    await page.reload();
    return page;
  }
  if (how === 'crash') {
    const crashed = page.waitForEvent('crash');
    const client = await context.newCDPSession(page);
    // The answer never comes.
    void client.send('Page.crash').catch(() => {});
    await crashed;
  }
  await page.close({ runBeforeUnload: false });
  return context.newPage();
}

/** Numbers between 0 and 1 that are the same in each run. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

for (const { rounds, tag } of [
  { rounds: 3, tag: '' },
  { rounds: 200, tag: ' @long' },
]) {
  test(`[MSG-202] killing a tab while it sends, ${rounds} times, loses and duplicates nothing${tag}`, async ({
    users,
    openAs,
    directChat: { ann, chatId },
  }) => {
    test.setTimeout(120_000 + rounds * 20_000);
    const api = await users.apiClient(ann);
    let page = await openAs(ann, `/chat/${chatId}`);
    const context = page.context();
    const random = createRandom(rounds);
    const found = { chat: 0, draft: 0 };
    const endings: Ending[] = ['reload', 'close', 'crash'];

    for (let round = 0; round < rounds; round += 1) {
      const widths = [2, 3].map((offset) => 40 + round * 4 + offset);
      const wanted = [...widths.map(String), `text ${round}`];
      await expect(messageField(page)).toBeVisible();
      await page.locator('input[type=file]').first().setInputFiles(widths.map(picture));
      await messageField(page).fill(`text ${round}`);
      await expect(chips(page).and(page.locator('[aria-busy=false]'))).toHaveCount(2);
      const how = endings[round % endings.length] ?? 'reload';
      const pressing = messageField(page)
        .press('Enter')
        .catch(() => {});
      // Every fourth page ends around the key itself, the others some time after it.
      if (round % 4 !== 0) {
        await pressing;
        await new Promise((resolve) => setTimeout(resolve, 600 * random() ** 2));
      }
      page = await end(page, how, context);
      await pressing;

      await page.goto(`/chat/${chatId}`);
      await expect(messageField(page)).toBeVisible();
      const everything = async () => {
        await expect(sendingStatus(page)).toHaveCount(0);
        return { chat: await inTheChat(api, chatId), draft: await inTheDraft(page) };
      };
      // What the outbox held goes out by itself.
      await expect
        .poll(
          async () => {
            const { chat, draft } = await everything();
            return [...chat, ...draft].filter((name) => wanted.includes(name)).toSorted();
          },
          { message: `round ${round}, ${how}`, timeout: 30_000 },
        )
        .toEqual(wanted.toSorted());
      const { chat, draft } = await everything();
      found.chat += wanted.filter((name) => chat.includes(name)).length;
      found.draft += wanted.filter((name) => draft.includes(name)).length;
      if (draft.length > 0) {
        await messageField(page).press('Enter');
        const newest = async () => (await inTheChat(api, chatId)).slice(0, wanted.length).toSorted();
        await expect.poll(newest).toEqual(wanted.toSorted());
        await expect(sendingStatus(page)).toHaveCount(0);
      }
    }
    test.info().annotations.push({ type: 'found', description: JSON.stringify(found) });
    // oxlint-disable-next-line no-console -- the figures of the long run
    console.log(`${rounds} rounds, ${rounds * 3} messages: ${found.chat} in the chat, ${found.draft} in the draft`);
  });
}

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
  await page.locator('input[type=file]').first().setInputFiles([40, 41, 42].map(picture));
  await expect(chips(page).and(page.locator('[aria-busy=false]'))).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove 41.png' }).click();
  await page.reload();
  await expect.poll(() => inTheDraft(page)).toEqual(['40', '42']);
  expect(asked).toEqual([]);

  // A database that takes nothing: what is attached lives in the page alone.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([picture(43)]);
  await expect(chips(page).and(page.locator('[aria-busy=true]'))).toHaveCount(1);
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect.poll(() => inTheDraft(page)).toEqual(['40', '42']);
  await messageField(page).press('Enter');
  await expect.poll(() => inTheChat(api, chatId)).toEqual(['42', '40']);
});
