import {
  type ChatId,
  createChat as createChatEndpoint,
  type Endpoint,
  type InputOf,
  login,
  type OutputOf,
  register,
  sendFriendRequest,
  toRequest,
  verifyEmail,
} from '@chat-app/contract';
import type { BrowserContext } from '@playwright/test';
import { setTimeout as delay } from 'node:timers/promises';

interface Mail {
  readonly subject: string;
  readonly links: readonly string[];
}

interface Backend {
  readonly url: string;
  readonly mailbox: { mailTo: (address: string, matcher?: (mail: Mail) => boolean) => Promise<Mail> };
}

/** The credentials of a user. */
export interface TestUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface Session {
  readonly user: OutputOf<typeof login>['user'];
  /** Each as `name=value`. */
  readonly cookies: readonly string[];
}

export type TestUsers = ReturnType<typeof createTestUsers>;
export type ApiClient = Awaited<ReturnType<TestUsers['apiClient']>>;

function sessionFrom({ body, cookies }: { body: Pick<Session, 'user'>; cookies: readonly string[] }): Session {
  return { user: body.user, cookies: cookies.map((line) => line.split(';')[0] ?? '') };
}

let count = 0;

/** The credentials of a user who has no account yet. */
function newCredentials(name = 'Ann Lee', email?: string): TestUser {
  count += 1;
  return { name, email: email ?? `person${count}@example.org`, password: 'Secret1!x' };
}

/** Creates users, friendships and chats over HTTP: tests click only through the steps that they are about. */
export function createTestUsers({ url, mailbox }: Backend) {
  const sessionByUser = new Map<TestUser, Session>();
  const friendPairs = new Set<string>();

  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, cookie = '') {
    const request = toRequest(endpoint, input);
    const send = () =>
      fetch(url + request.url, {
        method: request.method,
        headers: { cookie, ...(request.body && { 'content-type': 'application/json' }) },
        ...(request.body && { body: JSON.stringify(request.body) }),
      });
    let response = await send();
    // A busy machine can keep the database from answering in time. Nothing was done then, so the request is repeated.
    for (let retries = 0; retries < 3 && response.status === 503; retries += 1) {
      await delay(Number(response.headers.get('retry-after') ?? 1) * 1000);
      response = await send();
    }
    if (!response.ok) throw new Error(`${endpoint.path} answered ${response.status}: ${await response.text()}`);
    return { body: (await response.json()) as OutputOf<E>, cookies: response.headers.getSetCookie() };
  }

  async function createUnverified(name?: string, email?: string): Promise<TestUser> {
    const user = newCredentials(name, email);
    sessionByUser.set(user, sessionFrom(await call(register, user)));
    return user;
  }

  /** Creates a user with a verified email address. */
  async function create(name?: string, email?: string): Promise<TestUser> {
    const user = await createUnverified(name, email);
    const token = new URL(await mailedLink(user, 'Verify')).searchParams.get('token') ?? '';
    // With the session of the sign-up: without it, an administrator named by the environment loses the password.
    await (await apiClient(user)).call(verifyEmail, { token });
    return user;
  }

  /** Creates several users, in the order of the given names. */
  async function createAll<Names extends readonly string[]>(...names: Names) {
    const created: TestUser[] = [];
    for (const name of names) created.push(await create(name));
    return created as { [Index in keyof Names]: TestUser };
  }

  /** Returns the link in the newest unread mail whose subject starts with this text. */
  async function mailedLink(user: TestUser, subject: string): Promise<string> {
    const mail = await mailbox.mailTo(user.email, (candidate) => candidate.subject.startsWith(subject));
    const [link] = mail.links;
    if (link === undefined) throw new Error('the mail contains no link');
    return link;
  }

  const logIn = async ({ email, password }: TestUser) => sessionFrom(await call(login, { email, password }));

  /** Adds a session to the browser, as if the user had logged in there. */
  async function signIn(context: BrowserContext, user: TestUser, origin: string = url): Promise<void> {
    const { cookies } = await logIn(user);
    await context.addCookies(
      cookies.map((pair) => ({
        name: pair.slice(0, pair.indexOf('=')),
        value: pair.slice(pair.indexOf('=') + 1),
        url: origin,
      })),
    );
  }

  /** Calls the API as this user, in the session from the sign-up, independently of any browser. */
  async function apiClient(user: TestUser) {
    const session = sessionByUser.get(user) ?? (await logIn(user));
    sessionByUser.set(user, session);
    const cookie = session.cookies.join('; ');
    return {
      id: session.user.id,
      call: async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => (await call(endpoint, input, cookie)).body,
    };
  }

  /** Makes the user a friend of each of the others, except of those that this function has befriended before. */
  async function befriend(user: TestUser, ...others: TestUser[]): Promise<void> {
    const api = await apiClient(user);
    for (const other of others) {
      const pair = [user.email, other.email].toSorted().join(' ');
      if (friendPairs.has(pair)) continue;
      friendPairs.add(pair);
      const otherApi = await apiClient(other);
      await api.call(sendFriendRequest, { friendId: otherApi.id });
      await otherApi.call(sendFriendRequest, { friendId: api.id });
    }
  }

  /** Befriends the owner with the others and creates a chat of all. */
  async function createChat(owner: TestUser, ...others: TestUser[]): Promise<ChatId> {
    await befriend(owner, ...others);
    const api = await apiClient(owner);
    const members = await Promise.all(others.map(async (other) => (await apiClient(other)).id));
    return (await api.call(createChatEndpoint, { members })).chatId;
  }

  return {
    apiClient,
    befriend,
    create,
    createAll,
    createChat,
    createUnverified,
    mailedLink,
    newCredentials,
    signIn,
  };
}
