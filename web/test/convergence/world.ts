import {
  addMembers,
  type ChatId,
  createChat,
  deleteChat,
  leaveChat,
  removeMember,
  sendMessage,
} from '@chat-app/contract';
import { vi } from 'vitest';
import { type Person, people } from '../../../server/test/people.ts';
import { createRandom } from '../../../server/test/random.ts';
import type { TestApp } from '../../../server/test/test-app.ts';
import type { openPage, Page } from './device.ts';
import { createNetwork, type Network } from './network.ts';

/** One open page of a person. */
export interface Device extends Page {
  readonly name: string;
  readonly person: Person;
  readonly network: Network;
  /** Runs client code as this device. */
  readonly run: <Result>(work: (page: Page) => Result) => Result;
}

type OpenPage = typeof openPage;

export type World = Awaited<ReturnType<typeof createWorld>>;

/** Four friends. Ann, Bob and Cem are in a group, which Dan joins and leaves; Ann and Bob have a direct chat. */
export async function createWorld(app: TestApp) {
  const { aVerifiedUser, anotherDevice, befriend, aChat } = people(app);
  const [ann, bob, cem, dan] = await Promise.all(['Ann', 'Bob', 'Cem', 'Dan'].map((name) => aVerifiedUser({ name })));
  if (!ann || !bob || !cem || !dan) throw new Error('somebody is missing');
  await befriend(ann, dan);
  await befriend(bob, cem);
  await befriend(ann, cem);
  const direct = await aChat(ann, bob);
  /** Instances of the client's modules that no open page uses. */
  const unused: OpenPage[] = [];
  const [ann2, bob2] = await Promise.all([anotherDevice(ann), anotherDevice(bob)]);
  const owners = { 'ann 1': ann, 'ann 2': ann2, 'bob 1': bob, 'bob 2': bob2, cem, dan };

  /** The seed chooses which of its requests are disturbed. */
  async function open(name: string, person: Person, seed: number): Promise<Device> {
    if (unused.length === 0) vi.resetModules();
    const openWith = unused.pop() ?? (await import('./device.ts')).openPage;
    const cookie = `session=${person.cookies.get('session')}`;
    const { network, run } = createNetwork({ url: app.baseUrl, cookie, random: createRandom(seed) });
    const page = run(() => openWith({ user: person.user, cookie, socketUrl: app.socketUrl, network }));
    const close = () => {
      run(page.close);
      unused.push(openWith);
    };
    return { ...page, name, person, network, close, run: (work) => run(() => work(page)) };
  }

  return {
    app,
    direct,
    userIds: [ann, bob, cem, dan].map(({ user }) => user.id),
    /** A new group. The direct chat is listed again. */
    aGroup: async (): Promise<ChatId> => {
      await ann.call(sendMessage, { chatId: direct, content: 'hello', type: 'text' });
      const { body } = await ann.call(createChat, { members: [bob.user.id, cem.user.id] });
      return body.chatId;
    },
    open,
    /** One after the other, because each may load modules. */
    openAll: async (seed: number) => {
      const devices: Device[] = [];
      for (const [name, person] of Object.entries(owners)) {
        devices.push(await open(name, person, seed + devices.length));
      }
      return devices;
    },
    /** Nothing is left for the next sequence to load. */
    clear: async (group: ChatId) => {
      await ann.call(deleteChat, { chatId: group });
      for (const person of [ann, bob]) await person.call(deleteChat, { chatId: direct });
    },
    addGuest: (chatId: ChatId) => ann.call(addMembers, { chatId, members: [dan.user.id] }),
    removeGuest: (chatId: ChatId) => ann.call(removeMember, { chatId, memberId: dan.user.id }),
    guestLeaves: (chatId: ChatId) => dan.call(leaveChat, { chatId }),
  };
}
