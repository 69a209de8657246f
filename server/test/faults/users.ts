import * as contract from '@chat-app/contract';
import type { Database } from '../../src/platform/db/database.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';

/** A user with a session who may write. */
export interface TestUser {
  readonly client: HttpClient;
  readonly id: contract.UserId;
}

export const testPassword = 'Secret1!';
const emailOf = (name: string) => `${name}@example.org`;

/** The user's requests to another address, in the same session. */
export function clientAt(url: string, { client }: TestUser): HttpClient {
  const another = createHttpClient(url);
  client.cookies.forEach((value, name) => another.cookies.set(name, value));
  return another;
}

/** Another session of the user of this name. */
export async function signIn(url: string, name: string, password = testPassword): Promise<TestUser> {
  const client = createHttpClient(url);
  const { status, body } = await client.call(contract.login, { email: emailOf(name), password, isRemember: false });
  if (status !== 200) throw new Error(`login answered ${status}: ${JSON.stringify(body)}`);
  return { client, id: body.user.id };
}

/** Three friends, and any number of chats between them. */
export async function createUsers(url: string, { sql }: Pick<Database, 'sql'>) {
  async function signUp(name: string): Promise<TestUser> {
    const client = createHttpClient(url);
    const { status, body } = await client.call(contract.register, {
      name,
      email: emailOf(name),
      password: testPassword,
    });
    if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`);
    await sql`update users set verified_at = now() where id = ${body.user.id}`;
    return { client, id: body.user.id };
  }
  const ann = await signUp('Ann');

  async function aFriend(name: string): Promise<TestUser> {
    const friend = await signUp(name);
    await ann.client.call(contract.sendFriendRequest, { friendId: friend.id });
    await friend.client.call(contract.sendFriendRequest, { friendId: ann.id });
    return friend;
  }
  const bob = await aFriend('Bob');
  const cem = await aFriend('Cem');

  async function aChat(...members: TestUser[]): Promise<contract.ChatId> {
    const { status, body } = await ann.client.call(contract.createChat, { members: members.map(({ id }) => id) });
    if (status !== 201 && status !== 200) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
    return body.chatId;
  }
  return { ann, bob, cem, direct: await aChat(bob), aFriend, aChat, aGroup: () => aChat(bob, cem) };
}
