import { limits } from '@chat-app/contract';
import type { Message, MessageChange } from '@chat-app/contract';
import { aChat, aRow, idOf } from './chats.ts';
import { signedIn } from './stand-in-server.ts';

export const listCall = 'GET /api/chats/all';
export const chatCall = (chat: number) => `GET /api/chats/get/${idOf(chat)}`;
/** The request for the newest messages of a chat. */
export const newestCall = (chat: number) => `GET /api/messages/get/${idOf(chat)}?limit=${limits.messagePageSize}`;
export const dataOf = (...data: readonly unknown[]) => ({ body: { data } });
/** A page of messages, given oldest first. */
export const pageOf = (messages: readonly Message[], more: { haveMore?: boolean; readSeq?: number } = {}) => ({
  body: { data: messages.toReversed(), haveMore: false, ...more },
});

/** The request for what changed in a chat after a rev. */
export const changesCall = (chat: number, after: number) =>
  `GET /api/messages/changes/${idOf(chat)}?after=${after}&limit=${limits.changesPageMax}`;

/** Its answer. */
export const changesAnswer = (rev: number, ...changes: readonly (Message | MessageChange)[]) => ({
  body: {
    data: changes.map((change) => ('_id' in change ? { message: change } : change)),
    rev,
    haveMore: false,
  },
});

/** Answers for a chat without messages. */
export const emptyChat = (number: number, chat = aChat(number)) => ({
  [chatCall(number)]: { body: { data: chat } },
  [newestCall(number)]: pageOf([]),
});

/** Answers for a chat with these messages, oldest first, and its row in the list. */
export function chatAnswers(number: number, messages: readonly Message[] = [], chat = aChat(number)) {
  const lastSeq = messages.at(-1)?.seq ?? 1;
  const members = chat.members.map(({ _id }) => _id);
  return {
    ...signedIn,
    [listCall]: dataOf(aRow(number, { name: chat.name, isGroup: chat.isGroup, members, lastSeq })),
    [chatCall(number)]: { body: { data: chat } },
    [newestCall(number)]: pageOf(messages),
    [changesCall(number, lastSeq)]: changesAnswer(lastSeq),
  };
}
