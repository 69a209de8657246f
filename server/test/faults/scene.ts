import * as contract from '@chat-app/contract';
import type { Database } from '../../src/platform/db/database.ts';
import { createVisitor, type Visitor } from '../visitor.ts';

/** Somebody with a session, who may write. */
export interface Somebody {
  readonly visitor: Visitor;
  readonly id: string;
}

/** Three friends, and as many chats between them as are wanted. */
export async function setScene(url: string, { sql }: Pick<Database, 'sql'>) {
  const people: Somebody[] = [];
  for (const name of ['Ann', 'Bob', 'Cem']) {
    const visitor = createVisitor(url);
    const { status, body } = await visitor.call(contract.register, {
      name,
      email: `${name}@example.org`,
      password: 'Secret1!',
    });
    if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`);
    people.push({ visitor, id: body.user.id });
  }
  await sql`update users set verified_at = now()`;
  const [ann, ...others] = people as [Somebody, Somebody, Somebody];
  for (const other of others) {
    await ann.visitor.call(contract.sendFriendRequest, { friendId: other.id });
    await other.visitor.call(contract.sendFriendRequest, { friendId: ann.id });
  }
  const [bob, cem] = others;

  async function aChat(...members: Somebody[]): Promise<string> {
    const { status, body } = await ann.visitor.call(contract.createChat, { members: members.map(({ id }) => id) });
    if (status !== 201 && status !== 200) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
    return body.chatId;
  }
  return { ann, bob, cem, direct: await aChat(bob), aGroup: () => aChat(bob, cem) };
}
