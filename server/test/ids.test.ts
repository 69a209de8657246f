import type { ChatId, SessionId, UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { chatRepository } from '../src/features/chats/chats.repository.ts';
import { userRepository } from '../src/features/users/users.repository.ts';
import type { Sql } from '../src/platform/db/database.ts';
import { newId } from '../src/platform/ids.ts';
import { rooms } from '../src/realtime/rooms.ts';

/** Never called: tsc checks that each line which expects an error has one. */
export async function mixUp(sql: Sql, userId: UserId, chatId: ChatId) {
  await chatRepository.findFor(sql, chatId, userId);
  // @ts-expect-error -- swapped
  await chatRepository.findFor(sql, userId, chatId);
  // @ts-expect-error -- any text is no id
  await userRepository.find(sql, 'Ann');
  // @ts-expect-error -- a new id is of one kind
  await userRepository.find(sql, newId<ChatId>());
  // @ts-expect-error -- a person is no session
  rooms.session(userId);
  const [member] = await chatRepository.listMembers(sql, chatId);
  // @ts-expect-error -- rows have ids of their own kind
  const chatOfMember: ChatId | undefined = member?.id;
  return chatOfMember;
}

test('[decision 24] ids of different kinds do not compile in each other’s place, down to the database', () => {
  expect(rooms.session(newId<SessionId>())).toMatch(/^session:[\da-f-]{36}$/);
});
