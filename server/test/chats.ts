import * as contract from '@chat-app/contract';
import { type Person, people } from './people.ts';
import type { TestApp } from './test-app.ts';
import { untilAnswered } from './until-answered.ts';

/** People and their chats. */
export function chats(app: TestApp) {
  const { aChat, aVerifiedUser, ...others } = people(app);

  /** Verified users with these names. */
  async function users<Names extends string[]>(...names: Names) {
    const created: Person[] = [];
    for (const name of names) created.push(await aVerifiedUser({ name }));
    return created as { [Index in keyof Names]: Person };
  }

  async function aPair() {
    const [ann, bob] = await users('Ann', 'Bob');
    return { ann, bob, chatId: await aChat(ann, bob) };
  }

  /** A group that Ann owns. */
  async function aGroup() {
    const [ann, bob, cat] = await users('Ann', 'Bob', 'Cat');
    return { ann, bob, cat, chatId: await aChat(ann, bob, cat) };
  }

  return { ...others, aChat, aGroup, aPair, aVerifiedUser, users };
}

export const idsOf = (...persons: Person[]) => persons.map(({ user }) => user.id);

/** A chat of people who are friends already. */
export const chatAmong = async (owner: Person, ...others: Person[]) =>
  (await untilAnswered(() => owner.call(contract.createChat, { members: idsOf(...others) }))).body.chatId;

export const addTo = (chatId: contract.ChatId, by: Person, ...others: Person[]) =>
  by.call(contract.addMembers, { chatId, members: idsOf(...others) });

export const removeFrom = (chatId: contract.ChatId, by: Person, { user }: Person) =>
  by.call(contract.removeMember, { chatId, memberId: user.id });

export const leave = (chatId: contract.ChatId, person: Person) => person.call(contract.leaveChat, { chatId });

type Extras = Pick<contract.InputOf<typeof contract.sendMessage>, 'replyTo' | 'clientId'>;
export const send = (person: Person, chatId: contract.ChatId, content = 'Hello', extras: Extras = {}) =>
  person.call(contract.sendMessage, { chatId, content, type: 'text', ...extras });

/** The message that is stored. */
export const say = async (...given: Parameters<typeof send>) => (await send(...given)).body.message;

type Stored = Pick<contract.Message, '_id'>;
export const edit = (person: Person, { _id: messageId }: Stored, content: string) =>
  person.call(contract.editMessage, { messageId, content });

export const remove = (person: Person, { _id: messageId }: Stored) =>
  person.call(contract.deleteMessage, { messageId });

/** Marks the chat as read, unless a place is given. */
export const pageOf = async (
  person: Person,
  chatId: contract.ChatId,
  place: Omit<contract.InputOf<typeof contract.getMessages>, 'chatId'> = {},
) => (await person.call(contract.getMessages, { chatId, ...place })).body;

export const changesOf = async (person: Person, chatId: contract.ChatId, after = 0, limit?: number) =>
  (await person.call(contract.getChanges, { chatId, after, limit })).body;

/** The newest fifty, oldest first. */
export const textsOf = async (person: Person, chatId: contract.ChatId) =>
  (await pageOf(person, chatId, { limit: 50 })).data.map(({ content }) => content).toReversed();

export const listOf = async (person: Person) => (await person.call(contract.getChats, {})).body.data;

export const rowOf = async (person: Person, chatId: contract.ChatId) =>
  (await listOf(person)).find(({ _id }) => _id === chatId);

export const detailOf = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getChat, { chatId })).body.data;
