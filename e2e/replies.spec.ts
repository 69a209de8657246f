import { deleteMessage, getMessages, sendMessage } from '@chat-app/contract';
import { findViolations } from './support/accessibility.ts';
import { markRead, messageField, messageText, numbered, postMessages, sendText } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { phone } from './support/touch.ts';

test('[MSG-411] a reply shows its original to both users, and a click loads and highlights it', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, 'Where shall we meet?'],
    [ann, ...numbered('filler', 60)],
    [bob, 'So where?'],
  ]);
  await markRead(users, ann, chatId);
  await markRead(users, bob, chatId);
  const [annsPage, bobsPage] = await Promise.all([openAs(ann, `/chat/${chatId}`), openAs(bob, `/chat/${chatId}`)]);
  const field = messageField(annsPage);

  const quote = annsPage.getByText('Reply to Bob Ray', { exact: true });
  const beginReply = async () => {
    await messageText(annsPage, 'So where?').click({ button: 'right' });
    await annsPage.getByRole('menuitem', { name: 'Reply' }).click();
    await expect(quote).toBeVisible();
    await expect(field).toBeFocused();
  };

  await test.step('from the menu; Escape removes it; the reply quotes its original on both sides', async () => {
    await beginReply();
    await field.press('Escape');
    await expect(quote).toBeHidden();
    await beginReply();
    await sendText(annsPage, 'At the ferry');
    await expect(quote).toBeHidden();
    await expect(annsPage.getByRole('button', { name: 'Reply to Bob Ray So where?' })).toBeVisible();
    await expect(bobsPage.getByRole('button', { name: 'Reply to You So where?' })).toBeVisible();
    expect(await findViolations(bobsPage)).toEqual([]);
  });

  await test.step('a click jumps to an original that is not loaded yet', async () => {
    const api = await users.apiClient(ann);
    const { data } = await api.call(getMessages, { chatId, before: 3, limit: 5 });
    const first = data.find(({ content }) => content === 'Where shall we meet?');
    expect(first).toBeDefined();
    const bobsApi = await users.apiClient(bob);
    await bobsApi.call(sendMessage, { chatId, content: 'answered', type: 'text', replyTo: first?._id });
    await annsPage.getByRole('button', { name: 'Reply to Bob Ray Where shall we meet?' }).click();
    // The quote further down may be visible, too.
    await expect(messageText(annsPage, 'Where shall we meet?').first()).toBeInViewport();
  });

  await test.step('a deleted original is shown as deleted', async () => {
    const bobsApi = await users.apiClient(bob);
    const { data } = await bobsApi.call(getMessages, { chatId });
    const original = data.find(({ content }) => content === 'So where?');
    if (!original) throw new Error('the original is not there');
    await bobsApi.call(deleteMessage, { messageId: original._id });
    await expect(bobsPage.getByRole('button', { name: 'Reply to Deleted message' })).toBeVisible();
  });
});

test('[MSG-411] on touch, a swipe to the left replies; a short or vertical one does not', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [[bob, 'Where shall we meet?']]);
  const page = await openAs(ann, `/chat/${chatId}`, phone);
  const touch = await page.context().newCDPSession(page);
  const swipe = async (dx: number, dy = 0) => {
    const box = await messageText(page, 'Where shall we meet?').boundingBox();
    if (!box) throw new Error('the message is not visible');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (const share of [0.25, 0.5, 0.75, 1]) {
      const touchPoints = [{ x: x + dx * share, y: y + dy * share }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const quote = page.getByText('Reply to Bob Ray', { exact: true });
  await swipe(-30);
  await swipe(80);
  await swipe(-20, -90);
  await expect(quote).toBeHidden();
  await swipe(-80);
  await expect(quote).toBeVisible();
  await sendText(page, 'At the ferry');
  await expect(page.getByRole('button', { name: 'Reply to Bob Ray Where shall we meet?' })).toBeVisible();
});
