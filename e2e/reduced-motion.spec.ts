import { getMessages } from '@chat-app/contract';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { incomingCall, startCall } from './support/calls.ts';
import { chooseFromAttachMenu, infoPanel, messageText, openFromMenu, sendText } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

declare global {
  interface Window {
    animations?: string[];
  }
}

/** Records every animation and transition longer than 10 ms. */
async function recordAnimations(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const animations: string[] = [];
    window.animations = animations;
    const record = () => {
      for (const animation of document.getAnimations()) {
        const { duration } = animation.effect?.getComputedTiming() ?? {};
        if (typeof duration !== 'number' || duration <= 10) continue;
        const name = animation instanceof CSSAnimation ? animation.animationName : 'transition';
        const { target } = animation.effect as KeyframeEffect;
        animations.push(`${name} of ${duration} ms on ${target?.outerHTML.slice(0, 200)}`);
      }
    };
    for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, record, true);
  });
}

const recordedAnimations = (page: Page) => page.evaluate(() => window.animations ?? ['not recorded']);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

test('[UI-212] with reduced motion, changes appear without a transition', async ({ users, openAs }) => {
  const page = await openAs(await users.create('Ann Lee'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await button(page, /Ann Lee/).click();
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await expect(dialog.getByLabel('Name')).toBeVisible();
  const security = dialog.getByRole('tab', { name: 'Security' });
  // Check in the same task. One frame later both tabs would already have been painted.
  const visible = await security.evaluate((tab: HTMLElement) => {
    const panel = tab.closest('[role=dialog]')?.querySelector('[role=tabpanel]');
    tab.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
    return new Promise<string[]>((resolve) => {
      new MutationObserver(() => {
        const seen = [...(panel?.querySelectorAll('*') ?? [])].filter((part) =>
          part.checkVisibility({ visibilityProperty: true }),
        );
        resolve(seen.map((part) => part.outerHTML.slice(0, 80)));
      }).observe(panel ?? tab, { attributes: true, attributeFilter: ['style'] });
    });
  });
  expect(visible).toEqual([]);
});

test('[UI-210] with reduced motion, nothing moves on any main screen @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  test.slow();
  await users.createChat(ann, bob, await users.create('Cat Moe'));
  const [page, bobsPage] = [await openAs(ann), await openAs(bob)];
  for (const each of [page, bobsPage]) await recordAnimations(each.context());

  await test.step('loading', async () => {
    const held = page.waitForRequest((request) => request.url().includes('/api/messages/get'));
    const firstPage = async (route: Route) => {
      await expect(page.getByText('Loading messages')).toBeAttached();
      await route.continue();
    };
    await page.route(`**${getMessages.path.replace('{chatId}', chatId)}**`, firstPage, { times: 1 });
    await page.goto(`/chat/${chatId}`);
    await held;
    await bobsPage.goto(`/chat/${chatId}`);
    await sendText(page, 'hello');
    await expect(messageText(bobsPage, 'hello')).toBeVisible();
    expect(await recordedAnimations(page)).toEqual([]);
  });

  await test.step('dialogs, menus and panels', async () => {
    await button(page, /^Emoji/).click();
    await expect(page.getByRole('gridcell', { name: 'grinning face', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await button(page, 'Chat info').click();
    await expect(infoPanel(page)).toBeVisible();
    for (const item of ['New Chat', 'Friends', 'Account Settings'] as const) {
      await expect(await openFromMenu(page, item)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    expect(await recordedAnimations(page)).toEqual([]);
  });

  await test.step('a transfer', async () => {
    await chooseFromAttachMenu(page, 'Send directly');
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
    await page.getByLabel('Files to send directly').setInputFiles(file);
    await button(page, 'Send request').click();
    await button(bobsPage, 'Accept').click();
    await expect(page.getByText('Done', { exact: true }).first()).toBeVisible();
    for (const each of [page, bobsPage]) expect(await recordedAnimations(each)).toEqual([]);
    for (const each of [page, bobsPage]) await each.keyboard.press('Escape');
  });

  await test.step('a call', async () => {
    const call = await startCall(page);
    await expect(call.getByRole('button', { name: 'Hang up' })).toBeVisible();
    await expect(incomingCall(bobsPage)).toBeVisible();
    await expect(button(page, 'Join voice call')).toBeVisible();
    for (const each of [call, page, bobsPage]) expect(await recordedAnimations(each)).toEqual([]);
  });
});
