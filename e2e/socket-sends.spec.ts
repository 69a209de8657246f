import { getMessages } from '@chat-app/contract';
import { deadlineMs } from './support/deadline.ts';
import {
  messageField,
  messageList,
  messageText,
  sendingStatus,
  sendText,
  sidebar,
  storedContents,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { createPng } from './support/png.ts';
import { busy, controlSocket, followSends, gotoConnected, interceptAcks, refuseSends } from './support/sends.ts';

test('[RT-304] messages are sent over the socket while it is connected, and over HTTP while it is not @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  const annsPage = await openAs(ann, 'about:blank');
  const sends = followSends(annsPage);
  const connection = await controlSocket(annsPage);
  await gotoConnected(annsPage, `/chat/${chatId}`);
  await expect(messageField(annsPage)).toBeVisible();
  const order: string[] = [];
  const sendAndSee = async (text: string) => {
    await sendText(annsPage, text);
    order.push(text);
    await expect(messageText(bobsPage, text)).toBeVisible();
    await expect(messageText(annsPage, text)).toHaveCount(1);
    await expect(sendingStatus(annsPage)).toHaveCount(0);
    await expect(sidebar(annsPage).getByRole('link')).toContainText(`You: ${text}`);
  };

  await sendAndSee('connected');
  // The reply follows the acknowledged message without a gap.
  await sendText(bobsPage, 'a reply');
  order.push('a reply');
  await expect(messageText(annsPage, 'a reply')).toBeVisible();
  await sendAndSee('👍');
  await connection.block();
  await expect(annsPage.getByText(/Reconnecting/)).toBeVisible();
  await sendAndSee('blocked');
  connection.restore();
  await expect(annsPage.getByText(/Reconnecting/)).toBeHidden({ timeout: 2 * deadlineMs });
  await sendAndSee('connected again');
  expect(sends.map(({ content, way }) => [content, way])).toEqual([
    ['connected', 'socket'],
    ['👍', 'socket'],
    ['blocked', 'HTTP'],
    ['connected again', 'socket'],
  ]);
  expect(await storedContents(users, ann, chatId)).toEqual(order);
});

test('[RT-304] an image is uploaded over HTTP and sent over the socket @long', async ({
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const [annsPage, bobsPage] = [await openAs(ann), await openAs(bob, `/chat/${chatId}`)];
  const sends = followSends(annsPage);
  await gotoConnected(annsPage, `/chat/${chatId}`);
  const choosing = annsPage.waitForEvent('filechooser');
  await annsPage.getByRole('button', { name: 'Send images' }).click();
  await (await choosing).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: createPng(8, 8) });
  await messageField(annsPage).press('Enter');
  await expect(messageList(bobsPage).locator('img[src^="/api/uploads/"]')).toBeVisible();
  expect(sends).toEqual([{ content: expect.stringMatching(/^\/api\/uploads\//), way: 'socket' }]);
});

test('[RT-305] a message whose acknowledgement is lost with the connection is stored and shown once @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  const annsPage = await openAs(ann, 'about:blank');
  const sends = followSends(annsPage);
  const acks = await interceptAcks(annsPage);
  await gotoConnected(annsPage, `/chat/${chatId}`);
  await expect(messageField(annsPage)).toBeVisible();
  acks.lose(1);
  await sendText(annsPage, 'said once');
  await sendText(annsPage, 'said after it');
  await expect(messageText(bobsPage, 'said after it')).toBeVisible();
  await expect(sendingStatus(annsPage)).toHaveCount(0);
  for (const page of [annsPage, bobsPage]) await expect(messageText(page, 'said once')).toHaveCount(1);
  expect(acks.lostCount()).toBe(1);
  expect(sends.slice(0, 2)).toEqual([
    { content: 'said once', way: 'socket' },
    { content: 'said once', way: 'HTTP' },
  ]);
  expect(await storedContents(users, ann, chatId)).toEqual(['said once', 'said after it']);
});

test('[RT-306] a tab whose browser has another user now does not send its messages as that user @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const page = await openAs(ann);
  let isBusy = false;
  const { passed, disconnect } = await refuseSends(page, ({ way }) => (isBusy || way === 'HTTP' ? busy : null));
  await gotoConnected(page, `/chat/${chatId}`);
  await expect(messageField(page)).toBeVisible();
  const sendersOf = async (content: string) => {
    const { data } = await (await users.apiClient(bob)).call(getMessages, { chatId, skip: 0, limit: 50 });
    return data.filter((message) => message.content === content).map(({ sender }) => sender?.name);
  };
  await sendText(page, 'before');
  await expect.poll(() => sendersOf('before')).toEqual([ann.name]);

  // A second tab signs in as Bob. The connection of the first one is still Ann's.
  await users.signIn(page.context(), bob);
  await sendText(page, 'still me');
  await expect.poll(() => sendersOf('still me')).toEqual([ann.name]);

  isBusy = true;
  await sendText(page, 'too late');
  await expect(sendingStatus(page)).toHaveCount(1);
  await disconnect();
  isBusy = false;
  await expect(page.getByRole('button', { name: new RegExp(`${bob.name}.*Account settings`) })).toBeVisible();
  await expect(sendingStatus(page)).toHaveCount(0);
  expect(await sendersOf('too late')).toEqual([]);
  expect(passed.map(({ content, way }) => [content, way])).toEqual([
    ['before', 'socket'],
    ['still me', 'socket'],
  ]);
});

test('[RT-307] a message stays shown once if another tab learns first that it has arrived @long', async ({
  users,
  openAs,
  directChat: { ann, chatId },
}) => {
  const first = await openAs(ann);
  const acks = await interceptAcks(first);
  await gotoConnected(first, `/chat/${chatId}`);
  await expect(messageField(first)).toBeVisible();
  const second = await first.context().newPage();
  await second.goto(`/chat/${chatId}`);
  await expect(messageField(second)).toBeVisible();
  acks.hold();
  await sendText(first, 'from the first tab');
  await expect.poll(acks.heldCount).toBe(1);
  await expect(messageText(second, 'from the first tab')).toHaveCount(1);
  await expect(sendingStatus(second)).toHaveCount(0);
  // The second tab has removed the entry from the store, and the first one has given up its attempt.
  await expect(sendingStatus(first)).toHaveCount(0);
  acks.release();
  for (const page of [first, second]) await expect(messageText(page, 'from the first tab')).toHaveCount(1);
  expect(await storedContents(users, ann, chatId)).toEqual(['from the first tab']);
});
