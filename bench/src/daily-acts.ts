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

/** Somebody with a line to the program, and the chats to do things in. */
export interface Actor {
  readonly chatIds: readonly ChatId[];
  /** A line that is open, as browsers have one: those that were idle for long have been closed by the server. */
  readonly openLine: () => Promise<Lane>;
}

/** So much was said in each chat before. */
export const messagesBefore = 50;

type Ask = (asking: () => Promise<{ status: number }>) => Promise<void>;

let written = 0;

/** One thing somebody does, more often what people do more often. */
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
    // The page is opened anew.
    await get(toRequest(getSession, {}).url);
    await get(toRequest(getChats, {}).url);
    await get(toRequest(getFriendRequests, {}).url);
    await get(toRequest(getChat, { chatId }).url);
    await get(toRequest(getMessages, { chatId }).url);
  }
}
