import { deleteMessage, sendMessage } from '@chat-app/contract';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deadlineMs, testDeadlineMs } from './support/deadline.ts';
import { findViolations } from './support/accessibility.ts';
import {
  markRead,
  messageList,
  messageText,
  postMessages,
  sendText,
  sidebar,
  toast,
  waitForScrollEnd,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { holdRequests } from './support/hold-requests.ts';
import { hostileTexts } from './support/hostile-texts.ts';
import { horizontalOverflow, phone } from './support/layout.ts';
import { createPng } from './support/png.ts';
import { controlSocket } from './support/sends.ts';
import { startServer } from './support/server.ts';
import { createTestUsers } from './support/users.ts';

/** The quick reactions at the top of the menu of a message, and the icon for more. */
const emoji = ['👍', '❤️', '😂', '😮', '😢', '🎉', ''];

test('[MSG-43] a deleted message disappears on both sides, and the chat list shows the previous one @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, 'first words'],
    [ann, 'said in haste'],
  ]);
  const [annsPage, bobsPage] = [await openAs(ann, `/chat/${chatId}`), await openAs(bob, `/chat/${chatId}`)];
  await expect(messageText(bobsPage, 'said in haste')).toBeVisible();
  await expect(bobsPage.getByRole('button', { name: 'Delete message' })).toHaveCount(1);

  const button = annsPage.getByRole('article', { name: 'You' }).getByRole('button', { name: 'Delete message' });
  await expect(button).toHaveCSS('opacity', '1');
  await messageText(annsPage, 'said in haste').hover();
  await button.click();
  await annsPage.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(annsPage, 'Your message has been deleted')).toBeVisible();
  for (const page of [annsPage, bobsPage]) {
    await expect(messageText(page, 'said in haste')).toHaveCount(0);
    const row = sidebar(page).getByRole('link');
    await expect(row).toContainText('first words');
  }
  // By keyboard: the button appears when it gets the focus.
  const bobsButton = bobsPage.getByRole('button', { name: 'Delete message' });
  await bobsButton.focus();
  await expect(bobsButton.locator('..')).toHaveCSS('opacity', '1');
  await bobsPage.keyboard.press('Enter');
  await bobsPage.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(messageText(annsPage, 'first words')).toHaveCount(0);
  await expect(annsPage.getByText('No messages yet')).toBeVisible();
});

test('[MSG-44] a message deleted while a page was disconnected disappears after it reconnects @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const bobsApi = await users.apiClient(bob);
  const { message } = await bobsApi.call(sendMessage, { chatId, content: 'soon gone', type: 'text' });
  await bobsApi.call(sendMessage, { chatId, content: 'stays', type: 'text' });
  const page = await openAs(ann);
  const connection = await controlSocket(page);
  await page.goto(`/chat/${chatId}`);
  await expect(messageText(page, 'soon gone')).toBeVisible();
  await connection.block();
  await expect(page.getByText(/Reconnecting/)).toBeVisible();
  await bobsApi.call(deleteMessage, { messageId: message._id });
  await bobsApi.call(sendMessage, { chatId, content: 'came meanwhile', type: 'text' });
  await expect(messageText(page, 'soon gone')).toBeVisible();
  connection.restore();
  await expect(messageText(page, 'came meanwhile')).toBeVisible({ timeout: 2 * deadlineMs });
  await expect(messageText(page, 'soon gone')).toHaveCount(0);
  await expect(messageText(page, 'stays')).toBeVisible();
});

test('[MSG-43] a long press on a message opens its menu @long', async ({
  users,
  openAs,
  browser,
  backend,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, 'their words'],
    [ann, 'my words'],
  ]);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  const context = await browser.newContext({
    baseURL: backend.url,
    hasTouch: true,
    isMobile: true,
    viewport: phone,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await users.signIn(context, ann);
  const page = await context.newPage();
  await page.goto(`/chat/${chatId}`);
  const touch = await context.newCDPSession(page);
  const longPress = async (text: string) => {
    const box = await messageText(page, text).boundingBox();
    if (!box) throw new Error('the message is not visible');
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect(page.getByRole('menu')).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await longPress('their words');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Copy text' }).tap();
  await expect(page.getByRole('menu')).toBeHidden();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('their words');
  await longPress('my words');
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
  await expect(messageText(bobsPage, 'my words')).toHaveCount(0);
  await context.close();
});

test('[MSG-51] three hundred hostile messages do not break the chat @long', async ({
  users,
  openAs,
  backend,
  directChat: { ann, bob, chatId },
}) => {
  test.setTimeout(2 * testDeadlineMs);
  const texts = hostileTexts();
  expect(texts.length).toBeGreaterThanOrEqual(300);
  await postMessages(
    users,
    chatId,
    texts.map((text) => [bob, text] as const),
  );
  await postMessages(users, chatId, [[bob, 'the last one']]);
  await markRead(users, ann, chatId);

  const page = await openAs(ann);
  const externalRequests: string[] = [];
  const dialogs: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(backend.url) && !/^(?:data|blob):/.test(request.url()))
      externalRequests.push(request.url());
  });
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`/chat/${chatId}`);
  await expect(messageText(page, 'the last one')).toBeVisible();
  await messageList(page).hover();
  const top = () => messageList(page).evaluate((view) => view.scrollTop);
  const isPaging = () => page.getByText('Loading older messages').isVisible();
  for (let still = 0; still < 3;) {
    await page.mouse.wheel(0, -1500);
    await waitForScrollEnd(page);
    still = (await top()) === 0 && !(await isPaging()) ? still + 1 : 0;
  }
  await expect(page.getByText('This message cannot be shown')).toHaveCount(0);
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
  expect(await messageList(page).evaluate((view) => view.scrollWidth - view.clientWidth)).toBeLessThanOrEqual(0);

  await page.getByRole('button', { name: /Jump to latest/ }).click();
  await sendText(page, 'still here');
  await expect(messageText(page, 'still here')).toBeVisible();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect({ externalRequests, dialogs, pages: page.context().pages().length }).toEqual({
    externalRequests: [],
    dialogs: [],
    pages: 1,
  });
});

test('[MSG-49] images reserve their space, open full size and return the focus @long', async ({
  users,
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann);
  const image = { name: 'a.png', mimeType: 'image/png', buffer: createPng(600, 400) };
  const upload = await page.request.post('/api/tools/upload/image', { multipart: { image } });
  const { url } = (await upload.json()) as { url: string };
  const annsApi = await users.apiClient(ann);
  await annsApi.call(sendMessage, { chatId, content: url, type: 'image' });
  await annsApi.call(sendMessage, { chatId, content: 'https://nowhere.invalid/a.png', type: 'image' });
  const held = await holdRequests(page, `**${url}`);
  await page.goto(`/chat/${chatId}`);
  const opener = page.getByRole('button', { name: 'Open image from you' }).first();
  await expect(opener).toBeVisible();
  await expect.poll(() => held.routes.length).toBe(1);
  const before = await opener.boundingBox();
  await held.release();
  await expect.poll(() => opener.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);
  expect(await opener.boundingBox()).toEqual(before);
  expect(before).toMatchObject({ width: 300, height: 200 });
  await expect(messageList(page).getByText('Image from you cannot be shown')).toBeAttached();

  await opener.focus();
  await page.keyboard.press('Enter');
  const lightbox = page.getByRole('dialog', { name: 'Image from you' });
  await expect(lightbox.getByRole('img')).toBeVisible();
  await expect(lightbox.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(lightbox.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  await expect(opener).toBeFocused();
});

test('[UI-10] a chat with every type of message has no accessibility violations in either theme and fits 320 px', async ({
  users,
  openAs,
  groupChat: { ann, bob, cat, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, 'hello https://nowhere.invalid/page'],
    [cat, '🎉'],
    [cat, 'https://nowhere.invalid/a.png'],
    [ann, 'mine https://nowhere.invalid/other'],
    [ann, 'مرحبا'],
  ]);
  const page = await openAs(ann, 'about:blank');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const file = { name: 'a-file-with-a-rather-long-name.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await page.request.post('/api/messages/sendFile', { multipart: { chatId, file } });
  await page.goto(`/chat/${chatId}`);
  await expect(messageText(page, 'مرحبا')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Download a-file/ })).toBeVisible();
  await messageText(page, 'مرحبا').hover();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expect(messageList(page).locator('[aria-busy=true]')).toHaveCount(0);
    // The themes differ in colours alone.
    const rules = colorScheme === 'dark' ? { only: ['color-contrast'] } : {};
    expect(await findViolations(page, rules)).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
});

test('[MSG-47] a link shows a preview of its page in space that was reserved for it @long', async ({
  browser,
  backend,
}) => {
  const pages = createServer((request, response) => {
    const isImage = request.url === '/a.png';
    response.setHeader('content-type', isImage ? 'image/png' : 'text/html');
    const address = `http://${request.headers.host ?? ''}/a.png`;
    const head = `<title>Ferries</title><meta property="og:description" content="All of them"><meta property="og:image" content="${address}">`;
    response.end(isImage ? createPng(80, 80) : head);
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const { port } = pages.address() as AddressInfo;
  const server = await startServer({ SMTP_URL: backend.mailbox.url, LINK_PREVIEW_ALLOW: `127.0.0.1:${port}` });
  const users = createTestUsers({ url: server.url, mailbox: backend.mailbox });
  const [ann, bob] = await users.createAll('Ann Lee', 'Bob Ray');
  const chatId = await users.createChat(ann, bob);
  const address = `http://127.0.0.1:${port}/ferries`;
  await postMessages(users, chatId, [
    [bob, `look at ${address}.`],
    [bob, 'below it'],
  ]);
  await markRead(users, ann, chatId);

  const context = await browser.newContext({ baseURL: server.url });
  await users.signIn(context, ann);
  const page = await context.newPage();
  const held = await holdRequests(page, '**/api/tools/link-preview*');
  await page.goto(`/chat/${chatId}`);
  await expect.poll(() => held.routes.length).toBe(1);
  const card = messageList(page).locator('[aria-busy]');
  const readBoxes = async () => [await card.boundingBox(), await messageText(page, 'below it').boundingBox()];
  const before = await readBoxes();
  await held.release();
  await expect(card).toHaveText('FerriesAll of them127.0.0.1:' + port);
  await expect.poll(() => card.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(80);
  expect(await readBoxes()).toEqual(before);
  await expect(card).toHaveAttribute('href', address);
  await expect(card).toHaveAttribute('rel', 'noopener noreferrer');
  await context.close();
  await server.stop();
  pages.close();
});

test('[MSG-241] a failed preview disappears without a layout shift; the time stays beside the bubble @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const above = Array.from({ length: 12 }, (_, index) => [bob, `above ${index}`] as const);
  const below = Array.from({ length: 12 }, (_, index) => [bob, `below ${index}`] as const);
  await postMessages(users, chatId, [...above, [ann, 'look at https://nowhere.example/x'], [ann, 'there'], ...below]);
  await markRead(users, ann, chatId);
  const page = await openAs(ann);
  await page.setViewportSize({ width: 1440, height: 500 });
  const held = await holdRequests(page, '**/api/tools/link-preview*');
  await page.goto(`/chat/${chatId}`);
  await expect(messageText(page, 'below 11')).toBeVisible();
  const bubble = messageList(page).getByText('look at');
  // Scroll the preview to the middle of the view, twice: rows above it are measured only when they are near.
  const scrollToBubble = async () => {
    await bubble.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await waitForScrollEnd(page);
  };
  await scrollToBubble();
  await scrollToBubble();
  await expect.poll(() => held.routes.length).toBe(1);
  const card = messageList(page).locator('[aria-busy=true]');
  await expect(card).toBeVisible();

  await bubble.hover();
  const [text, time] = [
    await bubble.boundingBox(),
    await messageList(page).locator('article:hover time').boundingBox(),
  ];
  expect((time?.y ?? 0) + (time?.height ?? 0)).toBeLessThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));

  const readBoxes = async () => [await bubble.boundingBox(), await messageText(page, 'there').boundingBox()];
  const before = await readBoxes();
  await held.routes[0]?.fulfill({ json: { data: null } });
  await expect(card).toHaveCount(0);
  expect(await readBoxes()).toEqual(before);
  // After scrolling away and back, the reserved space is gone.
  await page.getByRole('button', { name: /^Jump to latest/ }).click();
  await expect(messageText(page, 'below 11')).toBeInViewport();
  await expect(bubble).not.toBeInViewport();
  await bubble.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const gap = async () => {
    const [one, next] = await readBoxes();
    return (next?.y ?? 0) - (one?.y ?? 0) - (one?.height ?? 0);
  };
  await expect.poll(gap).toBeLessThan(40);
});

test('[MSG-242] the context menu of a message copies it, and deletes the user’s own @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, 'see https://a.example/x there'],
    [ann, 'my words'],
  ]);
  const page = await openAs(ann, `/chat/${chatId}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const menu = page.getByRole('menu', { name: 'Message' });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  await messageList(page).getByRole('link', { name: 'https://a.example/x', exact: true }).click({ button: 'right' });
  await expect(menu.getByRole('menuitem')).toHaveText([
    ...emoji,
    'Reply',
    'Open link',
    'Copy link',
    'Copy text',
    'Forward',
    'Pin',
    'Copy message link',
    'Select',
    'Report',
  ]);
  await menu.getByRole('menuitem', { name: 'Copy link' }).click();
  expect(await copied()).toBe('https://a.example/x');

  await messageText(page, 'my words').dblclick({ position: { x: 20, y: 15 } });
  await messageText(page, 'my words').click({ button: 'right', position: { x: 20, y: 15 } });
  await expect(menu.getByRole('menuitem')).toHaveText([
    ...emoji,
    'Reply',
    'Copy selection',
    'Copy text',
    'Forward',
    'Pin',
    'Copy message link',
    'Select',
    'Edit',
    'Delete',
  ]);
  await menu.getByRole('menuitem', { name: 'Copy selection' }).click();
  expect((await copied()).trim()).toBe('my');
  await messageText(page, 'my words').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(messageText(page, 'my words')).toHaveCount(0);
});
