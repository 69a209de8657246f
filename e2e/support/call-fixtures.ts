import type { ChatId } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { acceptCall, blockPeerConnections, startCall, tapAudioOutput } from './calls.ts';
import { type DirectChat, expect, test as base } from './fixtures.ts';
import { writeToneFile } from './tone.ts';
import type { TestUser } from './users.ts';

interface OpenOptions {
  arePeerConnectionsBlocked?: boolean;
  chatId?: ChatId;
}

export interface Callers extends DirectChat {
  /** Opens the chat as a user, in a browser whose call audio is measured. */
  openChat: (user: TestUser, options?: OpenOptions) => Promise<Page>;
}

/** Two users who can call each other, in separate browsers with a fake microphone. */
export const test = base.extend<{ callers: Callers }>({
  /** The microphone plays a recording, without a permission prompt. */
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-audio-capture=${writeToneFile()}`,
      ],
    }),
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
export async function connectCall({ ann, bob, openChat }: Callers, options?: OpenOptions) {
  const [annsPage, bobsPage] = [await openChat(ann, options), await openChat(bob, options)];
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(bobsCall.getByRole('timer')).toBeVisible();
  await expect(annsCall.getByRole('timer')).toBeVisible();
  return { annsPage, bobsPage, annsCall, bobsCall };
}

export const joinButton = (page: Page) => page.getByRole('button', { name: 'Join voice call' });
export const callButton = (page: Page) => page.getByRole('button', { name: 'Voice call', exact: true });
export const microphonePicker = (page: Page) => page.getByRole('combobox', { name: 'Microphone' });
