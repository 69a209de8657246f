import { type ChatId, getMessages } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { violations } from './support/accessibility.ts';
import { field, said, say } from './support/conversation.ts';
import type { createPeople, Person } from './support/people.ts';
import { expect, test } from './support/world.ts';

type People = ReturnType<typeof createPeople>;

async function aChatOfTwo(people: People) {
  const [ann, bob] = [await people.aVerifiedUser('Ann Lee'), await people.aVerifiedUser('Bob Ray')];
  return { ann, bob, chatId: await people.aChat(ann, bob) };
}

const contents = async (people: People, person: Person, chatId: ChatId) => {
  const { data } = await (await people.acting(person)).call(getMessages, { chatId, skip: 0, limit: 50 });
  return data.map(({ content }) => content).toReversed();
};

const emojiButton = (page: Page) => page.getByRole('button', { name: 'Emoji', exact: true });
const picker = (page: Page) => page.getByRole('dialog', { name: 'Emoji' });
const grinning = (page: Page) => picker(page).getByRole('gridcell', { name: 'grinning face', exact: true }).first();

async function pickGrinning(page: Page) {
  await emojiButton(page).click();
  await grinning(page).click();
  await page.keyboard.press('Escape');
  await expect(picker(page)).toBeHidden();
}

test('[MSG-200] an emoji that was deleted is neither sent nor kept as a draft', async ({ people, openAs }) => {
  const { ann, chatId } = await aChatOfTwo(people);
  const page = await openAs(ann, `/chat/${chatId}`);
  await pickGrinning(page);
  await expect(field(page)).toHaveValue('😀');
  await page.keyboard.press('Backspace');
  await expect(field(page)).toHaveValue('');
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(field(page)).toHaveValue('');

  await field(page).pressSequentially('hello');
  await pickGrinning(page);
  await page.keyboard.press('Backspace');
  await expect(field(page)).toHaveValue('hello');
  await page.keyboard.press('Enter');
  await expect(said(page, 'hello')).toBeVisible();
  await say(page, 'the end');
  await expect.poll(() => contents(people, ann, chatId)).toEqual(['hello', 'the end']);
});

test('[MSG-200] undo takes back the emoji alone, and redo brings it back @long', async ({ people, openAs }) => {
  const { ann, chatId } = await aChatOfTwo(people);
  const page = await openAs(ann, `/chat/${chatId}`);
  await field(page).pressSequentially('hello');
  await pickGrinning(page);
  await page.keyboard.press('Control+z');
  await expect(field(page)).toHaveValue('hello');
  await page.keyboard.press('Control+Shift+z');
  await expect(field(page)).toHaveValue('hello😀');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Enter');
  await expect.poll(() => contents(people, ann, chatId)).toEqual(['hello']);
});

/** Each leaves more in the field than it held before. */
const insertions: Record<string, (page: Page) => Promise<void>> = {
  'the emoji picker': pickGrinning,
  pasting: async (page) => {
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await page.keyboard.press('End');
    await page.keyboard.press('Control+v');
  },
  dropping: async (page) => {
    const box = await field(page).boundingBox();
    const client = await page.context().newCDPSession(page);
    const at = { x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    const items = [{ mimeType: 'text/plain', data: 'dropped' }];
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await client.send('Input.dispatchDragEvent', { type, ...at, data: { items, dragOperationsMask: 1 } });
    }
  },
  'an input method': async (page) => {
    const client = await page.context().newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await client.send('Input.insertText', { text: '日' });
  },
};

for (const [method, insert] of Object.entries(insertions)) {
  const mark = method === 'the emoji picker' ? '' : ' @long';
  test(`[MSG-200] what ${method} inserted can be edited and undone, and is sent as it is shown${mark}`, async ({
    people,
    openAs,
  }) => {
    const { ann, chatId } = await aChatOfTwo(people);
    const page = await openAs(ann, `/chat/${chatId}`);
    const sent: string[] = [];
    for (const change of ['none', 'Backspace', 'Control+z']) {
      await field(page).pressSequentially('ab');
      await insert(page);
      await expect(field(page)).not.toHaveValue('ab');
      const inserted = await field(page).inputValue();
      if (change !== 'none') {
        await page.keyboard.press(change);
        await expect(field(page)).not.toHaveValue(inserted);
      }
      const shown = await field(page).inputValue();
      await page.keyboard.press('Enter');
      await expect(field(page)).toHaveValue('');
      if (shown !== '') sent.push(shown);
      await expect.poll(() => contents(people, ann, chatId)).toEqual(sent);
    }
  });
}

test('[MSG-201] after an emoji typing goes on in the field, beside the open picker', async ({ people, openAs }) => {
  const { ann, chatId } = await aChatOfTwo(people);
  const page = await openAs(ann, `/chat/${chatId}`);
  await field(page).fill('ab');
  await field(page).press('ArrowLeft');
  await emojiButton(page).click();
  await grinning(page).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('c');
  await expect(picker(page)).toBeVisible();
  await grinning(page).click();
  await page.keyboard.type('d');
  await expect(field(page)).toHaveValue('a😀c😀db');
  await field(page).click();
  await expect(picker(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(picker(page)).toBeHidden();
  await expect(field(page)).toBeFocused();
});

test('[MSG-204] two tabs of a chat share its draft: neither erases what was typed in the other @long', async ({
  people,
  openAs,
}) => {
  const { ann, chatId } = await aChatOfTwo(people);
  const first = await openAs(ann, `/chat/${chatId}`);
  const second = await first.context().newPage();
  await second.goto(`/chat/${chatId}`);
  await expect(field(second)).toBeVisible();
  await field(first).pressSequentially('one');
  await expect(field(second)).toHaveValue('one');
  await second.getByRole('button', { name: 'Send thumbs up' }).click();
  await expect(said(second, '👍')).toBeVisible();
  await field(second).press('End');
  await field(second).pressSequentially(' two');
  await expect(field(first)).toHaveValue('one two');
  await first.reload();
  await expect(field(first)).toHaveValue('one two');
  await field(first).press('Enter');
  for (const page of [first, second]) await expect(field(page)).toHaveValue('');
  await field(second).pressSequentially('next');
  await expect(field(first)).toHaveValue('next');
  await expect.poll(() => contents(people, ann, chatId)).toEqual(['👍', 'one two']);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`[UI-200] the open emoji picker has no accessibility fault, ${colorScheme} @long`, async ({
    people,
    openAs,
  }) => {
    const { ann, chatId } = await aChatOfTwo(people);
    const page = await openAs(ann, `/chat/${chatId}`);
    await page.emulateMedia({ colorScheme });
    await emojiButton(page).click();
    await expect(grinning(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    // Picked emoji make a category of their own.
    await grinning(page).click();
    await page.keyboard.press('Escape');
    await emojiButton(page).click();
    await expect(picker(page).getByText('Recently Used')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
