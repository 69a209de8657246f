import { getChats } from '@chat-app/contract';
import { findViolations } from './support/accessibility.ts';
import { chatList, logOut, messageField, messageText, sendText } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

test('[MSG-491] a draft follows its author to another device, and sending removes it there @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const laptop = await openAs(ann, `/chat/${chatId}`);
  const phone = await openAs(ann);
  await phone.setViewportSize({ width: 390, height: 844 });
  const bobs = await openAs(bob);
  const row = chatList(phone).getByRole('link', { name: /Bob Ray/ });
  await expect(row).toBeVisible();

  await test.step('the chat list of the phone shows it', async () => {
    await messageField(laptop).pressSequentially('Shall we take the ferry?');
    await expect(row.getByText('Draft: ')).toBeVisible();
    await expect(row.getByText('Shall we take the ferry?')).toBeVisible();
    expect(await findViolations(phone)).toEqual([]);
  });

  await test.step('its field goes on with it, and the laptop follows', async () => {
    await row.click();
    await expect(messageField(phone)).toHaveValue('Shall we take the ferry?');
    await messageField(phone).press('ControlOrMeta+End');
    await messageField(phone).pressSequentially(' Or the train?');
    await expect(messageField(laptop)).toHaveValue('Shall we take the ferry? Or the train?');
  });

  await test.step('it is sent once, and gone everywhere', async () => {
    await messageField(phone).press('Enter');
    await expect(messageText(laptop, 'Shall we take the ferry? Or the train?')).toBeVisible();
    await expect(messageField(laptop)).toHaveValue('');
    await expect(messageField(phone)).toHaveValue('');
    const draft = async () => {
      const { data } = await (await users.apiClient(ann)).call(getChats, {});
      return data.find(({ _id }) => _id === chatId)?.draft;
    };
    await expect.poll(draft).toBeNull();
    await expect(chatList(bobs).getByText('Draft: ')).toHaveCount(0);
  });

  await test.step('what is typed before a reload is there on every device', async () => {
    await messageField(laptop).pressSequentially('typed right before');
    await laptop.reload();
    await expect(messageField(laptop)).toHaveValue('typed right before');
    await expect(messageField(phone)).toHaveValue('typed right before');
    await sendText(laptop, 'something else');
    await expect(messageField(phone)).toHaveValue('');
  });
});

test('[MSG-491] a draft is there again after signing out and in @long', async ({
  users,
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann, `/chat/${chatId}`);
  await messageField(page).pressSequentially('to be continued');
  await page.goto('/');
  await expect(chatList(page).getByText('to be continued')).toBeVisible();
  await logOut(page);
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')));
  expect(kept).toEqual([]);
  await users.signIn(page.context(), ann);
  await page.goto(`/chat/${chatId}`);
  await expect(messageField(page)).toHaveValue('to be continued');
});
