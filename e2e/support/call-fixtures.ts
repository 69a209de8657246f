import type { ChatId } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { acceptCall, blockPeerConnections, callButton, startCall, tapAudioOutput } from './calls.ts';
import { type DirectChat, expect, test as base } from './fixtures.ts';
import type { TestUser } from './users.ts';

interface OpenOptions {
  arePeerConnectionsBlocked?: boolean;
  chatId?: ChatId;
}

interface ConnectOptions extends OpenOptions {
  /** Prepares the browsers before the call windows open. */
  prepare?: (pages: { annsPage: Page; bobsPage: Page }) => Promise<void>;
}

export interface Callers extends DirectChat {
  /** Opens the chat as a user, in a browser whose call audio is measured. */
  openChat: (user: TestUser, options?: OpenOptions) => Promise<Page>;
}

/** Two users who can call each other, in separate browsers. */
export const test = base.extend<{ callers: Callers }>({
  callers: async ({ openAs, directChat }, use) => {
    const openChat = async (user: TestUser, options: OpenOptions = {}) => {
      const page = await openAs(user, `/chat/${options.chatId ?? directChat.chatId}`);
      await tapAudioOutput(page.context());
      if (options.arePeerConnectionsBlocked) await blockPeerConnections(page.context());
      return page;
    };
    await use({ ...directChat, openChat });
  },
});

/** Ann calls Bob, who accepts. */
export async function connectCall({ ann, bob, openChat }: Callers, { prepare, ...options }: ConnectOptions = {}) {
  const [annsPage, bobsPage] = await openChats(openChat, [ann, bob], options);
  await prepare?.({ annsPage, bobsPage });
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(bobsCall.getByRole('timer'), 'Bob is connected').toBeVisible();
  await expect(annsCall.getByRole('timer'), 'Ann is connected').toBeVisible();
  return { annsPage, bobsPage, annsCall, bobsCall };
}

/** Opens the chat as several users. It would not ring on a page that connects after the start of the call. */
export async function openChats<Users extends readonly TestUser[]>(
  openChat: Callers['openChat'],
  users: readonly [...Users],
  options?: OpenOptions,
) {
  const pages = await Promise.all(users.map((user) => openChat(user, options)));
  for (const page of pages) await expect(callButton(page), 'somebody else is online').toBeVisible();
  return pages as { [Index in keyof Users]: Page };
}

export const joinButton = (page: Page) => page.getByRole('button', { name: 'Join voice call' });
export const microphonePicker = (page: Page) => page.getByRole('combobox', { name: 'Microphone' });
