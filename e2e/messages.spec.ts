import { sendMessage } from '@chat-app/contract';
import { markRead, messageList, messageText, numbered, postMessages, waitForScrollEnd } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { holdRequests } from './support/hold-requests.ts';
import { createInspection } from './support/inspect-screen.ts';
import { createPng } from './support/png.ts';

/** The quick reactions at the top of the menu of a message, and the icon for more. */
const emoji = ['👍', '❤️', '😂', '😮', '😢', '🎉', ''];

test('[MSG-49] [MSG-47] images and link previews reserve their space until they are loaded @long', async ({
  users,
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann);
  const image = { name: 'a.png', mimeType: 'image/png', buffer: createPng(600, 400) };
  const upload = await page.request.post('/api/tools/upload/image', { multipart: { image } });
  const { url } = (await upload.json()) as { url: string };
  await (await users.apiClient(ann)).call(sendMessage, { chatId, content: url, type: 'image' });
  await postMessages(users, chatId, [[ann, 'look at https://nowhere.example/ferries', 'below it']]);
  const [images, previews] = [
    await holdRequests(page, `**${url}`),
    await holdRequests(page, '**/api/tools/link-preview*'),
  ];
  await page.goto(`/chat/${chatId}`);
  await expect.poll(() => [images.routes.length, previews.routes.length]).toEqual([1, 1]);
  const opener = page.getByRole('button', { name: 'Open image from you' });
  const card = messageList(page).locator('[aria-busy]');
  const readBoxes = () => Promise.all([opener, card, messageText(page, 'below it')].map((part) => part.boundingBox()));
  const before = await readBoxes();
  expect(before[0]).toMatchObject({ width: 300, height: 200 });

  await images.release();
  await expect.poll(() => opener.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);
  const preview = { title: 'Ferries', description: 'All of them', image: { url }, screenshot: null };
  await previews.routes[0]?.fulfill({ json: { data: preview } });
  await expect(card).toContainText('FerriesAll of them');
  expect(await readBoxes()).toEqual(before);
});

test('[UI-10] a chat with every type of message has no accessibility violations in either theme and fits 320 px', async ({
  users,
  openAs,
  groupChat: { ann, bob, cat, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, 'hello https://nowhere.invalid/page'],
    [cat, '🎉', 'https://nowhere.invalid/a.png'],
    [ann, 'mine https://nowhere.invalid/other', 'مرحبا'],
  ]);
  const page = await openAs(ann, 'about:blank');
  const file = { name: 'a-file-with-a-rather-long-name.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await page.request.post('/api/messages/sendFile', { multipart: { chatId, file } });
  await page.goto(`/chat/${chatId}`);
  await expect(messageText(page, 'مرحبا')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Download a-file/ })).toBeVisible();
  await messageText(page, 'مرحبا').hover();
  await expect(messageList(page).locator('[aria-busy=true]')).toHaveCount(0);
  const { inspect, violations } = createInspection(page);
  await inspect('every type of message');
  expect(violations).toEqual({});
});

test('[MSG-241] a failed preview disappears without a layout shift; the time stays beside the bubble @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, ...numbered('above', 12)],
    [ann, 'look at https://nowhere.example/x', 'there'],
    [bob, ...numbered('below', 12)],
  ]);
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
  const always = ['Copy text', 'Forward', 'Pin', 'Copy message link', 'Select'];
  const expectItems = (first: string[], last: string[]) =>
    expect(menu.getByRole('menuitem')).toHaveText([...emoji, 'Reply', ...first, ...always, ...last]);
  await expectItems(['Open link', 'Copy link'], ['Report']);
  await menu.getByRole('menuitem', { name: 'Copy link' }).click();
  expect(await copied()).toBe('https://a.example/x');

  await messageText(page, 'my words').dblclick({ position: { x: 20, y: 15 } });
  await messageText(page, 'my words').click({ button: 'right', position: { x: 20, y: 15 } });
  await expectItems(['Copy selection'], ['Edit', 'Delete']);
  await menu.getByRole('menuitem', { name: 'Copy selection' }).click();
  expect((await copied()).trim()).toBe('my');
  await messageText(page, 'my words').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(messageText(page, 'my words')).toHaveCount(0);
});
