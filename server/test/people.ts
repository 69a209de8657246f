import {
  type ChatId,
  createChat,
  login,
  type Me,
  register,
  sendFriendRequest,
  type SessionId,
  type UserId,
  verifyEmail,
} from '@chat-app/contract';
import { hash } from '@node-rs/argon2';
import { sessionRepository } from '../src/features/auth/sessions.repository.ts';
import { presentMe, userRepository } from '../src/features/users/index.ts';
import { newId } from '../src/platform/ids.ts';
import { hashToken, newToken } from '../src/platform/tokens.ts';
import type { HttpClient } from './http-client.ts';
import { cheapHashCosts, type TestApp } from './test-app.ts';
import { untilAnswered } from './until-answered.ts';

/** A user with an account and a session. */
export interface Person extends HttpClient {
  readonly user: Me;
  readonly email: string;
  readonly password: string;
}

let count = 0;
const hashes = new Map<string, Promise<string>>();

/** Most of them have the same password. */
function hashOf(password: string): Promise<string> {
  const hashed = hashes.get(password) ?? hash(password, cheapHashCosts);
  hashes.set(password, hashed);
  return hashed;
}

let newestId = newId<UserId>();

/** In the order of their creation, also within a millisecond: members who joined at the same moment are listed by them. */
function nextUserId(): UserId {
  let id = newId<UserId>();
  while (id <= newestId) id = newId<UserId>();
  newestId = id;
  return id;
}

/** Users with defaults; every one has a unique address. */
export function people(app: TestApp) {
  async function anUnverifiedUser({ name = 'Ann Example', password = 'Secret1!x' } = {}): Promise<Person> {
    count += 1;
    const email = `person${count}@example.org`;
    const client = app.client();
    const registered = await untilAnswered(() => client.call(register, { name, email, password }));
    // A server that answered 503 may have created the account all the same.
    const wasCreated = registered.status === 409;
    const { status, body } = wasCreated ? await client.call(login, { email, password }) : registered;
    if (status !== (wasCreated ? 200 : 201)) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`);
    return { ...client, user: body.user, email, password };
  }

  /** Written to the database like an account whose address has been verified: few tests are about that. */
  async function aVerifiedUser({ name = 'Ann Example', password = 'Secret1!x' } = {}): Promise<Person> {
    count += 1;
    const [email, token] = [`person${count}@example.org`, newToken()];
    const passwordHash = await hashOf(password);
    const user = await app.database.transaction(async (tx) => {
      const account = { id: nextUserId(), email, name, passwordHash, googleSub: null, isVerified: true };
      const added = await userRepository.add(tx, account);
      if (!added) throw new Error(`${email} is taken`);
      const session = { id: newId<SessionId>(), tokenHash: hashToken(token), userId: added.id, isRemembered: false };
      await sessionRepository.add(tx, { ...session, origin: { device: null, network: '127.0.0.x' } });
      return added;
    });
    const client = app.client();
    client.cookies.set(app.sessionCookie, token);
    return { ...client, user: presentMe(user), email, password };
  }

  /** Signs up and follows the link in the mail, for tests in which that makes a difference. */
  async function aSignedUpUser(options: { name?: string } = {}): Promise<Person> {
    const person = await anUnverifiedUser(options);
    const { status } = await person.call(verifyEmail, { token: await verificationToken(person.email) });
    if (status !== 200) throw new Error(`verify-email answered ${status}`);
    return { ...person, user: { ...person.user, isVerified: true } };
  }

  /** Verified, and made an administrator as another one would. */
  async function anAdministrator(options: { name?: string } = {}): Promise<Person> {
    const person = await aVerifiedUser({ name: 'Ada Host', ...options });
    await app.database.sql`update users set is_administrator = true where id = ${person.user.id}`;
    return { ...person, user: { ...person.user, isAdmin: true } };
  }

  /** The token in the newest unread mail. */
  async function verificationToken(email: string): Promise<string> {
    return tokenIn(await app.mailbox.mailTo(email, (mail) => mail.subject.startsWith('Verify')));
  }

  /** The same user on another device. */
  async function anotherDevice(person: Person, isRemember = false): Promise<Person> {
    const client = app.client();
    const credentials = { email: person.email, password: person.password, isRemember };
    const { status } = await untilAnswered(() => client.call(login, credentials));
    if (status !== 200) throw new Error(`login answered ${status}`);
    return { ...client, user: person.user, email: person.email, password: person.password };
  }

  /** Makes the two users friends. */
  async function befriend(person: Person, other: Person): Promise<void> {
    const ask = (from: Person, { user }: Person) =>
      untilAnswered(() => from.call(sendFriendRequest, { friendId: user.id }));
    await ask(person, other);
    const { status } = await ask(other, person);
    if (status !== 200) throw new Error(`send-request answered ${status}`);
  }

  /** A chat that the owner creates with the others, after becoming friends with them. */
  async function aChat(owner: Person, ...others: Person[]): Promise<ChatId> {
    for (const other of others) await befriend(owner, other);
    const members = others.map((other) => other.user.id);
    const { status, body } = await untilAnswered(() => owner.call(createChat, { members }));
    if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
    return body.chatId;
  }

  /** Adds members to a chat without the friendships that the API asks for. */
  async function addMembers(chatId: ChatId, memberCount: number): Promise<void> {
    const { sql } = app.database;
    await sql`
      with added as (
        insert into users (id, email, name, password_hash, verified_at)
        select gen_random_uuid(), gen_random_uuid() || '@example.org', 'Extra', 'x', now()
        from generate_series(1, ${memberCount})
        returning id
      )
      insert into chat_members (chat_id, user_id, joined_seq, read_seq) select ${chatId}, id, 0, 0 from added`;
  }

  return {
    aChat,
    addMembers,
    anAdministrator,
    anUnverifiedUser,
    anotherDevice,
    aSignedUpUser,
    aVerifiedUser,
    befriend,
    verificationToken,
  };
}

/** The token of the link in a mail. */
export function tokenIn(mail: { links: readonly string[] }): string {
  const token = new URL(mail.links.find((link) => link.includes('token=')) ?? 'none:').searchParams.get('token');
  if (token === null) throw new Error('the mail holds no link with a token');
  return token;
}
