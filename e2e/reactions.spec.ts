import { getMessages, reactToMessage } from '@chat-app/contract';
import { findViolations } from './support/accessibility.ts';
import { messageList, messageText, sendText } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

test('[MSG-421] three people react to a message, take a reaction back, and see the same', async ({
  users,
  openAs,
  groupChat: { ann, bob, cat, chatId },
}) => {
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  await sendText(annsPage, 'Shall we?');
  await messageText(bobsPage, 'Shall we?').click({ button: 'right' });
  await bobsPage.getByRole('menuitem', { name: 'React with 👍' }).click();
  for (const page of [annsPage, bobsPage]) {
    await expect(messageList(page).getByRole('button', { name: /^👍 1/ })).toBeVisible();
  }
  await annsPage.getByRole('button', { name: '👍 1: Bob Ray' }).click();
  await expect(bobsPage.getByRole('button', { name: '👍 2: You, Ann Lee' })).toHaveAttribute('aria-pressed', 'true');
  const chip = annsPage.getByRole('button', { name: '👍 2: You, Bob Ray' });
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  expect(await findViolations(annsPage)).toEqual([]);

  const [message] = await messagesOf();
  const catsApi = await users.apiClient(cat);
  await catsApi.call(reactToMessage, { messageId: message._id, emoji: '🎉', isOn: true });
  for (const page of [annsPage, bobsPage]) {
    await expect(page.getByRole('button', { name: '🎉 1: Cat Moe' })).toBeVisible();
  }
  await chip.click();
  await expect(bobsPage.getByRole('button', { name: '👍 1: You' })).toBeVisible();

  await test.step('a refused reaction is undone', async () => {
    await annsPage.route('**/api/messages/react', (route) => route.fulfill({ status: 503, json: { message: 'busy' } }));
    await annsPage.getByRole('button', { name: '🎉 1: Cat Moe' }).click();
    await expect(annsPage.getByText('Reaction failed')).toBeVisible();
    await expect(annsPage.getByRole('button', { name: '🎉 1: Cat Moe' })).toHaveAttribute('aria-pressed', 'false');
  });

  async function messagesOf() {
    const api = await users.apiClient(ann);
    const { data } = await api.call(getMessages, { chatId, skip: 0 });
    return data.filter(({ content }) => content === 'Shall we?') as [(typeof data)[number]];
  }
});
