import type { ChatId, UserId } from '@chat-app/contract';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from './sql.ts';

/** A user with a session. */
export interface BenchUser {
  readonly id: UserId;
  readonly cookie: string;
}

const hash = (token: string) => createHash('sha256').update(token).digest('hex');

/** Verified users with sessions, inserted directly: signing up a thousand would take a minute of hashing. */
export async function createUsers(sql: Sql, count: number): Promise<BenchUser[]> {
  const users = Array.from({ length: count }, () => ({
    id: randomUUID() as string as UserId,
    token: randomBytes(32).toString('base64url'),
  }));
  const ids = users.map(({ id }) => id);
  await sql`
    insert into users (id, email, name, password_hash, verified_at)
    select id, id || '@example.org', 'Person ' || number, 'x', now()
    from unnest(${ids}::uuid[]) with ordinality as given (id, number)`;
  await sql`
    insert into sessions (id, token_hash, user_id, is_remembered, expires_at)
    select gen_random_uuid(), decode(hash, 'hex'), user_id, false, now() + interval '1 day'
    from unnest(${users.map(({ token }) => hash(token))}::text[], ${ids}::uuid[]) as given (hash, user_id)`;
  return users.map(({ id, token }) => ({ id, cookie: `session=${token}; XSRF-TOKEN=x` }));
}

/** A chat of these users, owned by the first. */
export async function createChat(sql: Sql, members: readonly BenchUser[]): Promise<ChatId> {
  const [id] = await createChats(sql, members, members.length);
  if (id === undefined) throw new Error('a chat needs members');
  return id;
}

/** Puts all users into chats of `size` members each. */
export async function createChats(sql: Sql, users: readonly BenchUser[], size: number): Promise<ChatId[]> {
  const ids = Array.from({ length: Math.ceil(users.length / size) }, () => randomUUID() as string as ChatId);
  const owners = ids.map((_, index) => users[index * size]?.id ?? '');
  await sql`
    insert into chats (id, owner_id)
    select id, owner_id from unnest(${ids}::uuid[], ${owners}::uuid[]) as given (id, owner_id)`;
  const chatOfEach = users.map((_, index) => ids[Math.floor(index / size)] ?? '');
  await sql`
    insert into chat_members (chat_id, user_id, joined_seq, read_seq)
    select chat_id, user_id, 0, 0
    from unnest(${chatOfEach}::uuid[], ${users.map(({ id }) => id)}::uuid[]) as given (chat_id, user_id)`;
  return ids;
}
