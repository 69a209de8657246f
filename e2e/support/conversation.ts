import { type ChatId, sendMessage } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import type { createPeople, Person } from './people.ts';
import { expect } from './world.ts';

/** Locators and actions for an open chat. */
export const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
export const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
export const said = (page: Page, text: string) => messages(page).getByText(text, { exact: true });
export const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Types into the message field and sends with Enter. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
}

type People = ReturnType<typeof createPeople>;

/** Sends messages of several people in order, over HTTP. */
export async function tell(people: People, chatId: ChatId, sayings: readonly (readonly [Person, string])[]) {
  const voices = new Map<Person, Awaited<ReturnType<People['acting']>>>();
  for (const [person, content] of sayings) {
    const voice = voices.get(person) ?? (await people.acting(person));
    voices.set(person, voice);
    await voice.call(sendMessage, { chatId, content, type: 'text' });
  }
}

/** Resolves when the scroll position of the list has been the same for three frames. */
export const settled = (page: Page) =>
  messages(page).evaluate(async (view) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let still = 0, last = -1; still < 3; still = view.scrollTop === last ? still + 1 : 0) {
      last = view.scrollTop;
      await frame();
    }
  });

/** Opens the composer's menu for sending files and chooses an item. */
export async function chooseFromAttachMenu(page: Page, entry: 'Attach a file' | 'Send directly'): Promise<void> {
  await page.getByRole('button', { name: 'Send a file', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
