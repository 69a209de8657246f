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
import type { Lane } from './http-lane.ts';

/** A user with a connection to the program, and their chats. */
export interface Actor {
  readonly chatIds: readonly ChatId[];
  /** Returns an open connection, as browsers keep one; the server closes connections that are idle for long. */
  readonly openLine: () => Promise<Lane>;
}

/** Messages that exist in each chat beforehand. */
export const messagesBefore = 50;

type Ask = (asking: () => Promise<{ status: number }>) => Promise<void>;

let written = 0;

/** One random action, weighted by how often users perform it. */
export async function act({ chatIds, openLine }: Actor, ask: Ask): Promise<void> {
  const lane = await openLine();
  const chatId = chatIds[Math.random() < 0.5 ? 0 : 1] as ChatId;
  const get = (url: string) => ask(() => lane.tryGet(url));
  const roll = Math.random();
  if (roll < 0.4) {
    written += 1;
    const body = { chatId, content: `And then, ${written} said`, type: 'text', clientId: `m${written}` };
    await ask(() => lane.tryPost(sendMessage.path, body));
  } else if (roll < 0.75) {
    await get(toRequest(getChat, { chatId }).url);
    await get(toRequest(getMessages, { chatId }).url);
  } else if (roll < 0.85) {
    await get(toRequest(getMessages, { chatId, before: 2 + Math.floor(Math.random() * messagesBefore) }).url);
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
