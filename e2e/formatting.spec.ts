import { findViolations } from './support/accessibility.ts';
import { messageField, messageList, messageText, postMessages, sendText, sidebar } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { horizontalOverflow, phone } from './support/layout.ts';

const text = [
  '**bold** *italic* ~~strike~~ `code` ||the butler||',
  '> a quote',
  '- first',
  '- second',
  '```js',
  `const answer = 42; // ${'wide '.repeat(40)}`,
  '```',
].join('\n');

test('[MSG-460] two people see formatted messages, and plain text in the list of chats', async ({
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  const grammars: string[] = [];
  bobsPage.on('request', (request) => {
    if (/\/highlight-/.test(request.url())) grammars.push(request.url());
  });
  await sendText(annsPage, 'no code yet');
  await expect(messageText(bobsPage, 'no code yet')).toBeVisible();
  expect(grammars).toEqual([]);
  await sendText(annsPage, text);

  for (const page of [annsPage, bobsPage]) {
    const list = messageList(page);
    await expect(list.locator('strong')).toHaveText('bold');
    await expect(list.locator('em')).toHaveText('italic');
    await expect(list.locator('s')).toHaveText('strike');
    await expect(list.locator('blockquote')).toHaveText('a quote');
    await expect(list.getByRole('article').getByRole('listitem')).toHaveText(['•first', '•second']);
    // The grammars are loaded with the first code block.
    await expect(list.locator('pre span', { hasText: 'const' })).toHaveClass(/name-9/);
    await expect(sidebar(page)).toContainText('bold italic strike code [Spoiler]');
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
    expect(await findViolations(page)).toEqual([]);
  }
  expect(grammars.length).toBeGreaterThan(0);

  await test.step('[MSG-465] a spoiler is opened by keyboard', async () => {
    await expect(messageList(bobsPage).getByText('the butler')).toBeHidden();
    await bobsPage.getByRole('button', { name: 'Show the spoiler' }).press('Enter');
    await expect(messageList(bobsPage).getByText('the butler')).toBeVisible();
    expect(await findViolations(bobsPage)).toEqual([]);
  });

  await test.step('[MSG-466] code can be copied', async () => {
    await bobsPage.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await bobsPage.getByRole('button', { name: 'Copy code' }).click();
    await expect(messageText(bobsPage, 'Copied')).toBeAttached();
    expect(await bobsPage.evaluate(() => navigator.clipboard.readText())).toMatch(/^const answer = 42;/);
  });
});

test('[MSG-467] shortcuts and the toolbar format the selected text, and undo restores it', async ({
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann, `/chat/${chatId}`);
  const field = messageField(page);
  const toolbar = page.getByRole('toolbar', { name: 'Format' });
  await field.pressSequentially('word');
  await expect(toolbar).toBeHidden();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+b');
  await expect(field).toHaveValue('**word**');
  await page.keyboard.press('Control+i');
  await expect(field).toHaveValue('**_word_**');
  await page.keyboard.press('Control+i');
  await page.keyboard.press('Control+b');
  await expect(field).toHaveValue('word');
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('**word**');
  await page.keyboard.press('Control+z');
  await expect(field).not.toHaveValue('**word**');

  await field.fill('word');
  await page.keyboard.press('Control+a');
  await expect(toolbar).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await toolbar.getByRole('button', { name: 'Spoiler' }).click();
  await expect(field).toHaveValue('||word||');
  await expect(field).toBeFocused();
  await page.keyboard.press('End');
  await expect(toolbar).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Show the spoiler' })).toBeVisible();
});

test('[MSG-461] on a phone code scrolls inside its bubble, and a selection shows no toolbar', async ({
  users,
  browser,
  backend,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, text],
    [ann, text],
  ]);
  const context = await browser.newContext({ baseURL: backend.url, viewport: phone, hasTouch: true, isMobile: true });
  await users.signIn(context, ann);
  const page = await context.newPage();
  await page.goto(`/chat/${chatId}`);
  const code = messageList(page).locator('pre').first();
  await expect(code).toBeVisible();
  expect(await code.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await messageField(page).fill('word');
  await messageField(page).selectText();
  await expect(page.getByRole('toolbar', { name: 'Format' })).toBeHidden();
  await context.close();
});
