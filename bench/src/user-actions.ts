import {
  type ChatId,
  getChat,
  getChats,
  getFriendRequests,
  getMessages,
  getSession,
  searchForFriends,
  sendMessage,
  toRequest,
} from '@chat-app/contract';
import type { HttpConnection } from './http-connection.ts';

/** A user with a connection to the program, and their chats. */
export interface ActiveUser {
  readonly chatIds: readonly ChatId[];
  /** Returns an open connection, as browsers keep one; the server closes connections that are idle for long. */
  readonly openConnection: () => Promise<HttpConnection>;
}

/** Messages that exist in each chat beforehand. */
export const seededMessages = 50;

type Measure = (request: () => Promise<{ status: number }>) => Promise<void>;

let sentCount = 0;

/** One random action, weighted by how often users perform it. */
export async function performRandomAction({ chatIds, openConnection }: ActiveUser, measure: Measure): Promise<void> {
  const connection = await openConnection();
  const chatId = chatIds[Math.random() < 0.5 ? 0 : 1] as ChatId;
  const get = (url: string) => measure(() => connection.tryGet(url));
  const roll = Math.random();
  if (roll < 0.4) {
    sentCount += 1;
    const body = { chatId, content: `And then, ${sentCount} said`, type: 'text', clientId: `m${sentCount}` };
    await measure(() => connection.tryPost(sendMessage.path, body));
  } else if (roll < 0.75) {
    await get(toRequest(getChat, { chatId }).url);
    await get(toRequest(getMessages, { chatId }).url);
  } else if (roll < 0.85) {
    await get(toRequest(getMessages, { chatId, before: 2 + Math.floor(Math.random() * seededMessages) }).url);
  } else if (roll < 0.9) {
    await get(toRequest(searchForFriends, { search: `Person ${Math.floor(Math.random() * 1000)}` }).url);
  } else if (roll < 0.95) {
    await get(toRequest(getChats, { search: 'person' }).url);
  } else {
    // The page is loaded.
    await get(toRequest(getSession, {}).url);
    await get(toRequest(getChats, {}).url);
    await get(toRequest(getFriendRequests, {}).url);
    await get(toRequest(getChat, { chatId }).url);
    await get(toRequest(getMessages, { chatId }).url);
  }
}
