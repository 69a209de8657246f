import { createInvite } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { band, button, openInfo, openMenu, type Screen, signedIn, signedOut, tab } from './screens.ts';

/** A screen of Noa, in the chat that she owns. */
const asOwner = (name: string, act: (page: Page) => Promise<unknown>): Screen => ({
  name,
  show: async (demo, look) => {
    const page = await demo.open('noa', `/chat/${demo.chatId(band)}`, look);
    await page.getByRole('region', { name: 'Messages' }).waitFor();
    await act(page);
    return [page];
  },
});

/** What the link of an invitation of Noa's leads to. */
const invitation = (name: string, chat: string | null): Screen => ({
  name,
  show: async (demo, look) => {
    const noa = await demo.clientOf('noa');
    const target = chat === null ? { kind: 'friend' as const } : { kind: 'chat' as const, chatId: demo.chatId(chat) };
    const { invite } = await noa.call(createInvite, { ...target, maxUses: 1 });
    const page = await demo.openSignedOut(`/invite/${invite.token}`, look);
    await page.getByRole('link', { name: 'Sign up' }).waitFor();
    return [page];
  },
});

export const invitationScreens: readonly Screen[] = [
  invitation('invitation-to-group', band),
  invitation('invitation-to-friend', null),
  signedOut('invitation-refused', `/invite/${'a'.repeat(43)}`, (page) =>
    page.getByRole('heading', { name: 'This invitation does not work' }).waitFor(),
  ),
  asOwner('invite-to-group', async (page) => {
    await openInfo(page);
    await button(page, 'Invite by link').click();
    await page.getByRole('dialog').waitFor();
  }),
  asOwner('invite-link', async (page) => {
    await openInfo(page);
    await button(page, 'Invite by link').click();
    await button(page, 'Create link').click();
    await page.getByRole('textbox', { name: 'Link' }).waitFor();
    await page.getByText('Your links').waitFor();
  }),
  signedIn('friends-find-empty', null, async (page) => {
    await openMenu(page, 'Friends');
    await tab(page, 'Find');
    await page.getByRole('button', { name: 'Invite by link' }).waitFor();
  }),
];
