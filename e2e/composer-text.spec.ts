import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { messageField, sendButton, storedContents } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { createInspection } from './support/inspect-screen.ts';

const emojiButton = (page: Page) => page.getByRole('button', { name: 'Emoji', exact: true });
const picker = (page: Page) => page.getByRole('dialog', { name: 'Emoji' });
const grinning = (page: Page) => picker(page).getByRole('gridcell', { name: 'grinning face', exact: true }).first();

async function pickGrinning(page: Page) {
  await emojiButton(page).click();
  await grinning(page).click();
  await page.keyboard.press('Escape');
  await expect(picker(page)).toBeHidden();
}

/** Each adds text to the field. */
const insertions: Record<string, (page: Page) => Promise<void>> = {
  pasting: async (page) => {
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+v');
  },
  dropping: async (page) => {
    const box = await messageField(page).boundingBox();
    const client = await page.context().newCDPSession(page);
    const position = { x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    const items = [{ mimeType: 'text/plain', data: 'dropped' }];
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await client.send('Input.dispatchDragEvent', { type, ...position, data: { items, dragOperationsMask: 1 } });
    }
  },
  'an input method': async (page) => {
    const client = await page.context().newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await client.send('Input.insertText', { text: '日' });
  },
};

/** Sends text with an insertion as it is, then without what Backspace and undo remove. */
async function sendInsertions(page: Page, insert: (page: Page) => Promise<void>, stored: () => Promise<string[]>) {
  const sent = await stored();
  for (const change of ['none', 'Backspace', 'Control+z']) {
    await messageField(page).pressSequentially('ab');
    await insert(page);
    await expect(messageField(page)).not.toHaveValue('ab');
    const inserted = await messageField(page).inputValue();
    if (change !== 'none') {
      await page.keyboard.press(change);
      await expect(messageField(page)).not.toHaveValue(inserted);
    }
    const shown = await messageField(page).inputValue();
    await page.keyboard.press('Enter');
    await expect(messageField(page)).toHaveValue('');
    if (shown !== '') sent.push(shown);
    await expect.poll(stored).toEqual(sent);
  }
}

test('[MSG-71] [MSG-72] [MSG-74] [MSG-200] [MSG-201] the field grows, counts, takes emoji at the caret and keeps the focus', async ({
  users,
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann, `/chat/${chatId}`);
  const field = messageField(page);

  await test.step('it grows to six lines, then scrolls', async () => {
    const heightOf = async (lines: number) => {
      await field.fill(Array.from({ length: lines }, (_, line) => `line ${line}`).join('\n'));
      return field.evaluate((element) => element.clientHeight);
    };
    const [one, two, six, twenty] = [await heightOf(1), await heightOf(2), await heightOf(6), await heightOf(20)];
    const lineHeight = two - one;
    expect(lineHeight).toBeGreaterThan(15);
    expect(Math.abs(six - (one + 5 * lineHeight))).toBeLessThanOrEqual(2);
    expect(twenty).toBe(six);
  });

  await test.step('it shows the count above 10,000 characters and disables sending', async () => {
    await field.fill('x'.repeat(10_001));
    await expect(page.getByText('Too long by 1 character. 10,001 / 10,000')).toBeVisible();
    await expect(sendButton(page)).toBeDisabled();
    await field.press('Enter');
    await expect(field).toHaveValue('x'.repeat(10_001));
    await field.fill('x'.repeat(10_000));
    await expect(sendButton(page)).toBeEnabled();
  });

  await test.step('the emoji picker is 280 by 280 px, inserts at the caret and returns the focus', async () => {
    await field.fill('ab');
    await field.press('ArrowLeft');
    await emojiButton(page).click();
    await expect(grinning(page)).toBeVisible();
    const box = await picker(page).boundingBox();
    expect({ width: box?.width, height: box?.height }).toEqual({ width: 280, height: 280 });
    await expect(picker(page).getByRole('textbox')).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);

    // The first one adds a row of suggestions, below which the others move.
    await grinning(page).click();
    await expect(field).toHaveValue('a😀b');
    expect(await page.evaluate(() => localStorage.getItem('epr_suggested'))).toContain('1f600');
    await page.keyboard.press('Escape');
    await expect(picker(page)).toBeHidden();
    await field.fill('ab');
    await field.press('ArrowLeft');
    await emojiButton(page).click();
    await grinning(page).click();
    await expect(field).toBeFocused();
    await page.keyboard.type('c');
    await expect(picker(page)).toBeVisible();
    await grinning(page).click();
    await page.keyboard.type('d');
    await expect(field).toHaveValue('a😀c😀db');
    await field.click();
    await expect(picker(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(picker(page)).toBeHidden();
    await expect(field).toBeFocused();

    await emojiButton(page).click();
    await expect(picker(page)).toBeVisible();
    await page.getByText('No messages yet').click();
    await expect(picker(page)).toBeHidden();
    await expect(field).toBeFocused();
  });

  await test.step('an emoji can be edited and undone, and is sent as shown', async () => {
    await field.fill('');
    await sendInsertions(page, pickGrinning, () => storedContents(users, ann, chatId));
  });
});

test('[MSG-200] text that is pasted, dropped or composed can be edited and undone, and is sent as shown @long', async ({
  users,
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann, `/chat/${chatId}`);
  for (const [method, insert] of Object.entries(insertions)) {
    await test.step(method, () => sendInsertions(page, insert, () => storedContents(users, ann, chatId)));
  }
});

test('[UI-200] the emoji picker has no accessibility violations in either theme @long', async ({
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann, `/chat/${chatId}`);
  await pickGrinning(page);
  await emojiButton(page).click();
  // Picked emoji get their own category.
  await expect(picker(page).getByText('Recently Used')).toBeVisible();
  const { inspect, violations } = createInspection(page);
  await inspect('emoji picker');
  expect(violations).toEqual({});
});
