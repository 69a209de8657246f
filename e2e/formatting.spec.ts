import { findViolations } from './support/accessibility.ts';
import { messageField, messageList, messageText, sendText, sidebar } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { horizontalOverflow } from './support/layout.ts';
import { phone } from './support/touch.ts';

const text = [
  '**bold** *italic* ~~strike~~ `code` ||the butler||',
  '> a quote',
  '- first',
  '- second',
  '```js',
  `const answer = 42; // ${'wide '.repeat(40)}`,
  '```',
].join('\n');

test('[MSG-460] [MSG-461] [MSG-465] [MSG-466] [MSG-467] two people, one on a phone, see formatted messages, and plain text in the list of chats @long', async ({
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  const bobsPage = await openAs(bob, `/chat/${chatId}`, phone);
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

  await test.step('[MSG-461] on a phone code scrolls inside its bubble, and a selection shows no toolbar', async () => {
    const code = messageList(bobsPage).locator('pre');
    expect(await code.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    await messageField(bobsPage).fill('word');
    await messageField(bobsPage).selectText();
    await expect(bobsPage.getByRole('toolbar', { name: 'Format' })).toBeHidden();
  });

  await test.step('[MSG-467] shortcuts and the toolbar format the selected text, and undo restores it', async () => {
    const field = messageField(annsPage);
    const toolbar = annsPage.getByRole('toolbar', { name: 'Format' });
    await field.pressSequentially('word');
    await expect(toolbar).toBeHidden();
    await annsPage.keyboard.press('Control+a');
    await annsPage.keyboard.press('Control+b');
    await expect(field).toHaveValue('**word**');
    await annsPage.keyboard.press('Control+i');
    await expect(field).toHaveValue('**_word_**');
    await annsPage.keyboard.press('Control+i');
    await annsPage.keyboard.press('Control+b');
    await expect(field).toHaveValue('word');
    await annsPage.keyboard.press('Control+z');
    await expect(field).toHaveValue('**word**');
    await annsPage.keyboard.press('Control+z');
    await expect(field).not.toHaveValue('**word**');

    await field.fill('word');
    await annsPage.keyboard.press('Control+a');
    await expect(toolbar).toBeVisible();
    expect(await findViolations(annsPage)).toEqual([]);
    await toolbar.getByRole('button', { name: 'Spoiler' }).click();
    await expect(field).toHaveValue('||word||');
    await expect(field).toBeFocused();
    await annsPage.keyboard.press('End');
    await expect(toolbar).toBeHidden();
    await annsPage.keyboard.press('Enter');
    await expect(annsPage.getByRole('button', { name: 'Show the spoiler' })).toHaveCount(2);
  });
});
