import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type postgres from 'postgres';

/** Somebody with a session. */
export interface Somebody {
  readonly id: string;
  readonly cookie: string;
}

const hash = (token: string) => createHash('sha256').update(token).digest();

/** Verified people with sessions, written straight into the database: signing up a thousand would take a minute of hashing. */
export async function makeCrowd(sql: postgres.Sql, count: number): Promise<Somebody[]> {
  const crowd = Array.from({ length: count }, () => ({
    id: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }));
  const ids = crowd.map(({ id }) => id);
  await sql`
    insert into users (id, email, name, password_hash, verified_at)
    select id, id || '@example.org', 'Person ' || number, 'x', now()
    from unnest(${ids}::uuid[]) with ordinality as given (id, number)`;
  for (const { id, token } of crowd) {
    await sql`
      insert into sessions (id, token_hash, user_id, is_remembered, expires_at)
      values (${randomUUID()}, ${hash(token)}, ${id}, false, now() + interval '1 day')`;
  }
  return crowd.map(({ id, token }) => ({ id, cookie: `session=${token}; XSRF-TOKEN=x` }));
}

/** A chat of these people, the first of them its owner. */
export async function makeChat(sql: postgres.Sql, members: readonly Somebody[]): Promise<string> {
  const id = randomUUID();
  await sql`insert into chats (id, owner_id) values (${id}, ${members[0]?.id ?? ''})`;
  await sql`
    insert into chat_members (chat_id, user_id, joined_seq, read_seq)
    select ${id}, member, 0, 0 from unnest(${members.map((member) => member.id)}::uuid[]) as member`;
  return id;
}
