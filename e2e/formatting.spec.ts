import { findViolations } from './support/accessibility.ts';
import { messageField, messageList, messageText, sendText } from './support/chat.ts';
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

test('[MSG-461] [MSG-466] [MSG-467] formatted messages fit a phone and are accessible, code is copied, and undo removes a format @long', async ({
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
    // The grammars are loaded with the first code block.
    await expect(messageList(page).locator('pre span', { hasText: 'const' })).toHaveClass(/name-9/);
    await expect.poll(() => horizontalOverflow(page)).toBe(0);
    expect(await findViolations(page)).toEqual([]);
  }
  expect(grammars.length).toBeGreaterThan(0);

  await test.step('on a phone code scrolls inside its bubble, can be copied, and a selection shows no toolbar', async () => {
    const code = messageList(bobsPage).locator('pre');
    expect(await code.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    await bobsPage.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await bobsPage.getByRole('button', { name: 'Copy code' }).click();
    await expect(messageText(bobsPage, 'Copied')).toBeAttached();
    expect(await bobsPage.evaluate(() => navigator.clipboard.readText())).toMatch(/^const answer = 42;/);
    await messageField(bobsPage).fill('word');
    await messageField(bobsPage).selectText();
    await expect(bobsPage.getByRole('toolbar', { name: 'Format' })).toBeHidden();
  });

  await test.step('the toolbar formats the selected text, and undo restores it', async () => {
    const field = messageField(annsPage);
    const toolbar = annsPage.getByRole('toolbar', { name: 'Format' });
    await field.pressSequentially('word');
    await annsPage.keyboard.press('Control+a');
    await expect(toolbar).toBeVisible();
    expect(await findViolations(annsPage)).toEqual([]);
    await toolbar.getByRole('button', { name: 'Spoiler' }).click();
    await expect(field).toHaveValue('||word||');
    await expect(field).toBeFocused();
    await annsPage.keyboard.press('Control+z');
    await expect(field).toHaveValue('word');
    await annsPage.keyboard.press('End');
    await expect(toolbar).toBeHidden();
  });
});
