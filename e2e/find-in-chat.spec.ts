import type { Page } from '@playwright/test';
import { markRead, messageField, messageList, messageText, postMessages, waitForScrollEnd } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { horizontalOverflow, phone } from './support/layout.ts';

const findBar = (page: Page) => page.getByRole('search', { name: 'Search in chat' });
const status = (page: Page) => findBar(page).getByRole('status');
const findField = (page: Page) => page.getByRole('textbox', { name: 'Search in this chat' });

test('[SRC-40] [SRC-41] the bar moves no message, its matches come into view, and on a phone it fills the width @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  // 24 of them match, the newest one is number 56.
  const texts = Array.from({ length: 60 }, (_, index) => `${index % 5 < 2 ? 'ferry' : 'filler'} ${index}`);
  await postMessages(
    users,
    chatId,
    texts.map((text, index) => [index % 3 === 0 ? bob : ann, text] as const),
  );
  await markRead(users, ann, chatId);
  const page = await openAs(ann, `/chat/${chatId}`);
  await expect(messageText(page, 'filler 59')).toBeInViewport();

  await test.step('the messages stay where they are when the bar opens and closes', async () => {
    const topOf = async (text: string) => (await messageText(page, text).boundingBox())?.y;
    const expectToStay = async (text: string) => {
      await waitForScrollEnd(page);
      const before = await topOf(text);
      await page.keyboard.press('Control+f');
      await expect(findField(page)).toBeFocused();
      await waitForScrollEnd(page);
      expect(await topOf(text)).toBeCloseTo(before ?? Number.NaN, 0);
      await page.keyboard.press('Escape');
      await expect(findBar(page)).toBeHidden();
      await waitForScrollEnd(page);
      expect(await topOf(text)).toBeCloseTo(before ?? Number.NaN, 0);
    };
    await expectToStay('filler 59');
    await messageList(page).hover();
    await page.mouse.wheel(0, -600);
    await expect(page.getByRole('button', { name: /^Jump to latest/ })).toBeVisible();
    await expectToStay('filler 48');
  });

  await test.step('matches that are not loaded yet come into view', async () => {
    await page.keyboard.press('Control+f');
    await expect(findField(page)).toBeFocused();
    await page.keyboard.type('ferr');
    await expect(status(page)).toHaveText('1 of 20+');
    await expect(messageText(page, 'ferry 56')).toBeInViewport();
    for (const [steps, shown] of [
      [20, '21 of 24'],
      [3, '24 of 24'],
    ] as const) {
      for (let step = 0; step < steps; step += 1) await page.keyboard.press('Enter');
      await expect(status(page)).toHaveText(shown);
    }
    await expect(messageText(page, 'ferry 0')).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(messageField(page)).toBeFocused();
  });

  await test.step('on a phone the bar fills the width', async () => {
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Chat info' }).click();
    await page
      .getByRole('complementary', { name: 'Chat info' })
      .getByRole('button', { name: 'Search in chat' })
      .click();
    await expect(findField(page)).toBeFocused();
    expect((await findBar(page).boundingBox())?.width).toBe(390);
    expect(await horizontalOverflow(page)).toBe(0);
  });
});
