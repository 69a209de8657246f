import type { Page } from '@playwright/test';
import { messageField, openFromMenu } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { desktop, phone, viewports } from './support/layout.ts';

/** Types right after the click and until the dialog has closed. No character may get lost. */
async function typeImmediately(page: Page) {
  const text = 'Hello, this is typed right away';
  await page.keyboard.type(text, { delay: 25 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.type('!');
  await expect(messageField(page)).toHaveValue(`${text}!`);
}

test('[CHT-210] text typed right after starting a chat goes into its field', async ({ users, openAs }) => {
  const [ann, bob, cat] = await users.createAll('Ann Lee', 'Bob Ray', 'Cat Moe');
  await users.befriend(ann, bob, cat);
  const page = await openAs(ann);
  await page.setViewportSize({ width: 1024, height: 800 });

  const friends = await openFromMenu(page, 'Friends');
  await friends.getByRole('button', { name: 'Start chat with Bob Ray' }).click();
  await typeImmediately(page);

  await page.getByRole('button', { name: 'Show chat list' }).click();
  const dialog = await openFromMenu(page, 'New Chat');
  await dialog.getByRole('button', { name: /add Cat Moe/i }).click();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await typeImmediately(page);
});

test('[CHT-213] selecting friends causes no layout shift in the dialog @long', async ({ users, openAs }) => {
  const names = ['Bob Ray', 'Cat Moe', 'Dan Poe', 'Eva Lind'];
  const ann = await users.create('Ann Lee');
  await users.befriend(ann, ...(await Promise.all(names.map((name) => users.create(name)))));
  const page = await openAs(ann);
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const dialog = await openFromMenu(page, 'New Chat');
    await expect(dialog.getByText('Choose one friend, or more for a group').last()).toBeVisible();
    const boxes = () =>
      Promise.all(
        [
          dialog,
          dialog.getByRole('list', { name: 'Friends', exact: true }),
          dialog.getByRole('button', { name: 'Create' }),
        ].map((part) => part.boundingBox()),
      );
    await dialog.evaluate(async (panel) => {
      await Promise.all(panel.getAnimations().map((animation) => animation.finished));
    });
    const before = await boxes();
    for (const name of names) {
      await dialog.getByRole('button', { name: new RegExp(`^add ${name}`, 'i') }).click();
      await expect(dialog.getByRole('button', { name: `Deselect ${name}` })).toBeVisible();
      expect(await boxes()).toEqual(before);
    }
  }
});

test('[AUTH-225] the account dialog has the same height on every tab @long', async ({ users, openAs }) => {
  const page = await openAs(await users.create('Ann Lee'));
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const dialog = await openFromMenu(page, 'Account Settings');
    const heights = [];
    for (const tab of ['Information', 'Notifications', 'Security']) {
      await dialog.getByRole('tab', { name: tab }).click();
      await expect(dialog.getByRole('tabpanel', { name: tab })).toBeVisible();
      heights.push(await dialog.evaluate((panel: HTMLElement) => panel.offsetHeight));
    }
    expect(new Set(heights).size).toBe(1);
  }
});
