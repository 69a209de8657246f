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
import { hostAddresses } from './server.ts';

interface Mail {
  readonly subject: string;
  readonly links: readonly string[];
}

interface Backend {
  readonly url: string;
  readonly mailbox: {
    mailTo: (address: string, matcher?: (mail: Mail) => boolean, timeoutMs?: number) => Promise<Mail>;
  };
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

class FailedCall extends Error {
  constructor(
    path: string,
    readonly status: number,
    text: string,
  ) {
    super(`${path} answered ${status}: ${text}`);
  }
}

let count = 0;
let hostCount = 0;

/** The credentials of a user who has no account yet. */
function newCredentials(name = 'Ann Lee', email?: string): TestUser {
  count += 1;
  return { name, email: email ?? `person${count}@example.org`, password: 'Secret1!x' };
}

/** Creates users, friendships and chats over HTTP: tests click only through the steps that they are about. */
export function createTestUsers({ url, mailbox }: Backend) {
  const sessionByUser = new Map<TestUser, Session>();
  const usersInBrowsers = new Set<TestUser>();
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
      // Real time: the server named it.
      await delay(Number(response.headers.get('retry-after') ?? 1) * 1000);
      response = await send();
    }
    if (!response.ok) throw new FailedCall(endpoint.path, response.status, await response.text());
    return { body: (await response.json()) as OutputOf<E>, cookies: response.headers.getSetCookie() };
  }

  async function signUp(user: TestUser): Promise<Session> {
    try {
      return sessionFrom(await call(register, user));
    } catch (error) {
      // A server that answered 503 may have created the account all the same.
      if (!(error instanceof FailedCall && error.status === 409)) throw error;
      return logIn(user);
    }
  }

  async function createUnverified(name?: string, email?: string): Promise<TestUser> {
    const user = newCredentials(name, email);
    sessionByUser.set(user, await signUp(user));
    return user;
  }

  /** Creates a user with a verified email address. */
  async function create(name?: string, email?: string): Promise<TestUser> {
    return verify(await createUnverified(name, email));
  }

  async function verify(user: TestUser): Promise<TestUser> {
    const token = new URL(await mailedLink(user, 'Verify')).searchParams.get('token') ?? '';
    // With the session of the sign-up: without it, an administrator named by the environment loses the password.
    await (await apiClient(user)).call(verifyEmail, { token });
    return user;
  }

  /** Creates an administrator of the server. */
  function createHost(name = 'Hanna Ost'): Promise<TestUser> {
    hostCount += 1;
    return create(name, hostAddresses[hostCount - 1]);
  }

  /** Creates several users, in the order of the given names. */
  async function createAll<Names extends readonly string[]>(...names: Names) {
    const created: TestUser[] = [];
    for (const name of names) created.push(await createUnverified(name));
    return (await Promise.all(created.map(verify))) as { [Index in keyof Names]: TestUser };
  }

  /** Returns the link in the newest unread mail whose subject starts with this text. */
  async function mailedLink(user: TestUser, subject: string): Promise<string> {
    const mail = await mailbox.mailTo(user.email, (candidate) => candidate.subject.startsWith(subject));
    const [link] = mail.links;
    if (link === undefined) throw new Error('the mail contains no link');
    return link;
  }

  const logIn = async ({ email, password }: TestUser) => sessionFrom(await call(login, { email, password }));

  /** The session of the sign-up for the user's first browser, a new one for each further browser. */
  async function sessionForBrowser(user: TestUser): Promise<Session> {
    const session = usersInBrowsers.has(user) ? undefined : sessionByUser.get(user);
    usersInBrowsers.add(user);
    return session ?? (await logIn(user));
  }

  /** Adds a session to the browser, as if the user had logged in there. */
  async function signIn(context: BrowserContext, user: TestUser, origin: string = url): Promise<void> {
    const { cookies } = await sessionForBrowser(user);
    await context.addCookies(
      cookies.map((pair) => ({
        name: pair.slice(0, pair.indexOf('=')),
        value: pair.slice(pair.indexOf('=') + 1),
        url: origin,
      })),
    );
  }

  async function openSession(user: TestUser): Promise<Session> {
    const session = await logIn(user);
    sessionByUser.set(user, session);
    return session;
  }

  /** Calls the API as this user, in the session of the sign-up; after a logout in the browser, in a new one. */
  async function apiClient(user: TestUser) {
    const { id } = (sessionByUser.get(user) ?? (await openSession(user))).user;
    const callIn = async <E extends Endpoint>(session: Session, endpoint: E, input: InputOf<E>) =>
      (await call(endpoint, input, session.cookies.join('; '))).body;
    return {
      id,
      call: async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => {
        try {
          return await callIn(sessionByUser.get(user) ?? (await openSession(user)), endpoint, input);
        } catch (error) {
          if (!(error instanceof FailedCall && error.status === 401)) throw error;
          return callIn(await openSession(user), endpoint, input);
        }
      },
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
    createHost,
    createUnverified,
    mailedLink,
    newCredentials,
    signIn,
  };
}
