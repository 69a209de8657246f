import { getMessages } from '@chat-app/contract';
import { violations } from './support/accessibility.ts';
import { field, messages, said, say, sendButton } from './support/conversation.ts';
import { expect, test } from './support/world.ts';

async function twoPeople({ people, openAs }: Pick<Parameters<Parameters<typeof test>[2]>[0], 'people' | 'openAs'>) {
  const [ann, bob] = await people.verifiedUsers('Ann Lee', 'Bob Ray');
  const chatId = await people.aChat(ann, bob);
  const [annsPage, bobsPage] = [await openAs(ann, `/chat/${chatId}`), await openAs(bob, `/chat/${chatId}`)];
  await expect(field(annsPage)).toBeVisible();
  await expect(field(bobsPage)).toBeVisible();
  return { ann, bob, chatId, annsPage, bobsPage };
}

test('[MSG-70] two people talk: Enter sends, Shift+Enter breaks, emoji and thumbs-up are emoji', async ({
  people,
  openAs,
}) => {
  const { ann, chatId, annsPage, bobsPage } = await twoPeople({ people, openAs });
  await expect(field(annsPage)).toBeFocused();
  await expect(sendButton(annsPage)).toBeDisabled();
  await field(annsPage).press('Enter');
  await field(annsPage).pressSequentially('Hello Bob');
  await field(annsPage).press('Shift+Enter');
  await field(annsPage).pressSequentially('how are you?');
  await field(annsPage).press('Enter');
  for (const page of [annsPage, bobsPage]) {
    await expect(messages(page).getByText('Hello Bob how are you?')).toBeVisible();
  }

  await field(bobsPage).fill('  Fine  ');
  await sendButton(bobsPage).click();
  await expect(field(bobsPage)).toBeFocused();
  await expect(said(annsPage, 'Fine')).toBeVisible();
  await say(bobsPage, '😀');
  await annsPage.getByRole('button', { name: 'Send thumbs up' }).click();
  await expect(said(annsPage, '😀')).toBeVisible();
  await expect(said(bobsPage, '👍')).toBeVisible();

  const { data } = await (await people.acting(ann)).call(getMessages, { chatId });
  expect(data.map(({ type, content }) => [type, content]).toReversed()).toEqual([
    ['text', 'Hello Bob\nhow are you?'],
    ['text', 'Fine'],
    ['emoji', '😀'],
    ['emoji', '👍'],
  ]);
});

test('[MSG-71] the field grows to six lines, then scrolls', async ({ people, openAs }) => {
  const { annsPage } = await twoPeople({ people, openAs });
  const heightOf = async (lines: number) => {
    await field(annsPage).fill(Array.from({ length: lines }, (_, line) => `line ${line}`).join('\n'));
    return field(annsPage).evaluate((element) => element.clientHeight);
  };
  const [one, two, six, twenty] = [await heightOf(1), await heightOf(2), await heightOf(6), await heightOf(20)];
  const line = two - one;
  expect(line).toBeGreaterThan(15);
  expect(Math.abs(six - (one + 5 * line))).toBeLessThanOrEqual(2);
  expect(twenty).toBe(six);
});

test('[MSG-72] over 10,000 characters the count is shown and nothing can be sent', async ({ people, openAs }) => {
  const { annsPage } = await twoPeople({ people, openAs });
  await field(annsPage).fill('x'.repeat(10_001));
  await expect(annsPage.getByText('Too long by 1 character. 10,001 / 10,000')).toBeVisible();
  await expect(sendButton(annsPage)).toBeDisabled();
  await field(annsPage).press('Enter');
  await expect(field(annsPage)).toHaveValue('x'.repeat(10_001));
  await field(annsPage).fill('x'.repeat(10_000));
  await expect(sendButton(annsPage)).toBeEnabled();
});

test('[MSG-73] a draft stays with its chat, through switching, reloading, and until logout @long', async ({
  people,
  openAs,
}) => {
  const [ann, bob, cat] = await people.verifiedUsers('Ann Lee', 'Bob Ray', 'Cat Moe');
  const first = await people.aChat(ann, bob);
  await people.aChat(ann, cat);
  const page = await openAs(ann, `/chat/${first}`);
  await field(page).fill('not finished');
  await page.getByRole('complementary', { name: 'Chats' }).getByText('Cat Moe').click();
  await expect(page.getByRole('main').getByText('Cat Moe').first()).toBeVisible();
  await expect(field(page)).toHaveValue('');
  await page.getByRole('complementary', { name: 'Chats' }).getByText('Bob Ray').click();
  await expect(field(page)).toHaveValue('not finished');
  await page.reload();
  await expect(field(page)).toHaveValue('not finished');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')));
  expect(kept).toEqual([]);
});

test('[MSG-74] the emoji picker is 280 by 280, puts the emoji at the caret and gives focus back', async ({
  people,
  openAs,
}) => {
  const { annsPage: page } = await twoPeople({ people, openAs });
  await field(page).fill('ab');
  await field(page).press('ArrowLeft');
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Emoji' });
  const firstEmoji = picker.getByRole('gridcell', { name: 'grinning face', exact: true });
  await expect(firstEmoji).toBeVisible();
  const box = await picker.boundingBox();
  expect({ width: box?.width, height: box?.height }).toEqual({ width: 280, height: 280 });
  await expect(picker.getByRole('textbox')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  await firstEmoji.click();
  await expect(field(page)).toHaveValue('a😀b');
  expect(await page.evaluate(() => localStorage.getItem('epr_suggested'))).toContain('1f600');
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('!');
  await expect(field(page)).toHaveValue('a😀!b');

  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await expect(picker).toBeVisible();
  await messages(page).or(page.getByText('No messages yet')).first().click();
  await expect(picker).toBeHidden();
  await expect(field(page)).toBeFocused();
});

test('[MSG-70] on a phone there is no thumbs-up, and opening a chat brings up no keyboard @long', async ({
  people,
  openAs,
}) => {
  const [ann, bob] = await people.verifiedUsers('Ann Lee', 'Bob Ray');
  const chatId = await people.aChat(ann, bob);
  const page = await openAs(ann);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/chat/${chatId}`);
  await expect(field(page)).toBeVisible();
  await expect(field(page)).not.toBeFocused();
  await expect(page.getByRole('button', { name: 'Send thumbs up' })).toBeHidden();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBe(0);
});
