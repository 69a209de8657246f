import { getChats, getMessages, sendReport } from '@chat-app/contract';
import type { DemoUsers } from './sign-up.ts';

/** A reported person and a reported message, for the console of those who run the server. */
export async function seedReports({ claire, seun, lukas }: DemoUsers): Promise<void> {
  await claire.client.call(sendReport, {
    userId: lukas.id,
    reason: 'Sends friend requests to everybody in the choir, again and again.',
  });
  const { data: chats } = await seun.client.call(getChats, {});
  const group = chats.find(({ isGroup }) => isGroup);
  if (!group) return;
  const { data: messages } = await seun.client.call(getMessages, { chatId: group._id, skip: 0, limit: 50 });
  const reported = messages.find(({ sender, type }) => type === 'text' && sender !== null && !sender.isMine);
  if (reported)
    await seun.client.call(sendReport, { messageId: reported._id, reason: 'I would rather not read this.' });
}
