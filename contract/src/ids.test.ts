import { expect, test } from 'vitest';
import { getChat } from './chats.ts';
import { toRequest } from './endpoint.ts';
import { deleteMessage, sendMessage } from './messages.ts';
import { ChatId, FriendRequestId, MessageId, UserId } from './primitives.ts';
import type { ClientToServerEvents } from './socket.ts';
import { getUser } from './users.ts';

const text = '01890a5d-ac96-774b-bcce-b302099a8057';
const [userId, chatId, messageId] = [UserId.parse(text), ChatId.parse(text), MessageId.parse(text)];

test('[decision 24] ids of different kinds do not compile in each other’s place', () => {
  // Checked by tsc: each of these lines must be an error.
  const emit = (..._args: Parameters<ClientToServerEvents['joinVoiceRoom']>) => {};
  emit(chatId, userId);
  // @ts-expect-error -- swapped
  emit(userId, chatId);
  // @ts-expect-error -- a person is no chat
  toRequest(getChat, { chatId: userId });
  // @ts-expect-error -- a message is no person
  toRequest(getUser, { id: messageId });
  // @ts-expect-error -- any text is no id
  toRequest(deleteMessage, { messageId: text });
  // @ts-expect-error -- the id of a message is not its sender's own mark
  toRequest(sendMessage, { chatId, content: 'Hello', type: 'text', clientId: messageId });
  // @ts-expect-error -- a request is no chat
  const wrong: ChatId = FriendRequestId.parse(text);

  expect(toRequest(getChat, { chatId }).url).toBe(`/api/chats/get/${wrong}`);
});

test('[decision 24] brands exist for the compiler only', () => {
  for (const schema of [UserId, ChatId, MessageId, FriendRequestId]) {
    expect(schema.parse(text.toUpperCase())).toBe(text);
    expect(schema.safeParse('no id').error?.issues[0]?.message).toBe('This id is not valid');
  }
});
