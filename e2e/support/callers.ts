import { type ChatId, createChat } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { acceptCall, listenIn, startCall, withoutDirectWays } from './calls.ts';
import type { Person } from './people.ts';
import { expect, test as base } from './world.ts';

interface AtOptions {
  isWithoutDirectWays?: boolean;
  chatId?: ChatId;
}

interface Callers {
  ann: Person;
  bob: Person;
  chatId: ChatId;
  /** A group that Ann created with Bob and another person. */
  aGroupWith: (person: Person) => Promise<ChatId>;
  /** Opens the chat as a person, in a browser whose call audio is recorded. */
  at: (person: Person, options?: AtOptions) => Promise<Page>;
}

/** Two people who can call each other, in separate browsers. Files that use it need `microphoneOptions`. */
export const test = base.extend<{ callers: Callers }>({
  callers: async ({ people, openAs }, use) => {
    const [ann, bob] = [await people.aVerifiedUser('Ann Lee'), await people.aVerifiedUser('Bob Ray')];
    const chatId = await people.aChat(ann, bob);
    const at = async (person: Person, options: AtOptions = {}) => {
      const page = await openAs(person, `/chat/${options.chatId ?? chatId}`);
      await listenIn(page.context());
      if (options.isWithoutDirectWays) await withoutDirectWays(page.context());
      return page;
    };
    const aGroupWith = async (person: Person) => {
      await people.befriend(ann, person);
      const [owner, ...others] = await Promise.all([ann, bob, person].map((one) => people.acting(one)));
      if (!owner) throw new Error('nobody');
      return (await owner.call(createChat, { members: others.map(({ id }) => id) })).chatId;
    };
    await use({ ann, bob, chatId, at, aGroupWith });
  },
});

export async function talk({ ann, bob, at }: Callers, options?: AtOptions) {
  const [annsPage, bobsPage] = [await at(ann, options), await at(bob, options)];
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(bobsCall.getByRole('timer')).toBeVisible();
  await expect(annsCall.getByRole('timer')).toBeVisible();
  return { annsPage, bobsPage, annsCall, bobsCall };
}

export const joinButton = (page: Page) => page.getByRole('button', { name: 'Join voice call' });
export const callButton = (page: Page) => page.getByRole('button', { name: 'Voice call', exact: true });
export const microphonePicker = (page: Page) => page.getByRole('combobox', { name: 'Microphone' });
