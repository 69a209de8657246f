import {
  type ChatId,
  createChat,
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

interface Mail {
  readonly subject: string;
  readonly links: readonly string[];
}

interface Outside {
  readonly url: string;
  readonly mailbox: { mailTo: (address: string, matcher?: (mail: Mail) => boolean) => Promise<Mail> };
}

/** The credentials of a person. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface Session {
  readonly user: OutputOf<typeof login>['user'];
  /** Each as `name=value`. */
  readonly cookies: readonly string[];
}

function sessionFrom({ body, cookies }: { body: Pick<Session, 'user'>; cookies: readonly string[] }): Session {
  return { user: body.user, cookies: cookies.map((line) => line.split(';')[0] ?? '') };
}

let count = 0;

/** A new person without an account. */
function somebody(name = 'Ann Lee'): Person {
  count += 1;
  return { name, email: `person${count}@example.org`, password: 'Secret1!x' };
}

/** People and their mailboxes. Steps that are not the subject of a test use HTTP instead of clicks. */
export function createPeople({ url, mailbox }: Outside) {
  const actingSessions = new Map<Person, Session>();

  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, cookie = '') {
    const request = toRequest(endpoint, input);
    const response = await fetch(url + request.url, {
      method: request.method,
      headers: { cookie, ...(request.body && { 'content-type': 'application/json' }) },
      ...(request.body && { body: JSON.stringify(request.body) }),
    });
    if (!response.ok) throw new Error(`${endpoint.path} answered ${response.status}: ${await response.text()}`);
    return { body: (await response.json()) as OutputOf<E>, cookies: response.headers.getSetCookie() };
  }

  async function anUnverifiedUser(name?: string): Promise<Person> {
    const person = somebody(name);
    actingSessions.set(person, sessionFrom(await call(register, person)));
    return person;
  }

  async function aVerifiedUser(name?: string): Promise<Person> {
    const person = await anUnverifiedUser(name);
    const token = new URL(await linkFor(person, 'Verify')).searchParams.get('token') ?? '';
    await call(verifyEmail, { token });
    return person;
  }

  /** Several people, in the order of the given names. */
  async function verifiedUsers<Names extends readonly string[]>(...names: Names) {
    const persons: Person[] = [];
    for (const name of names) persons.push(await aVerifiedUser(name));
    return persons as { [Index in keyof Names]: Person };
  }

  /** The link in the newest unread mail whose subject starts with this text. */
  async function linkFor(person: Person, subject: string): Promise<string> {
    const mail = await mailbox.mailTo(person.email, (candidate) => candidate.subject.startsWith(subject));
    const [link] = mail.links;
    if (link === undefined) throw new Error('the mail holds no link');
    return link;
  }

  const sessionOf = async ({ email, password }: Person) => sessionFrom(await call(login, { email, password }));

  /** Adds a session to the browser, as if the person had logged in there. */
  async function signIn(context: BrowserContext, person: Person, at: string = url): Promise<void> {
    const { cookies } = await sessionOf(person);
    await context.addCookies(
      cookies.map((pair) => ({
        name: pair.slice(0, pair.indexOf('=')),
        value: pair.slice(pair.indexOf('=') + 1),
        url: at,
      })),
    );
  }

  /** A person who acts over HTTP in addition to their browser, always in the session from the sign-up. */
  async function acting(person: Person) {
    const session = actingSessions.get(person) ?? (await sessionOf(person));
    actingSessions.set(person, session);
    const cookie = session.cookies.join('; ');
    return {
      id: session.user.id,
      call: async <E extends Endpoint>(endpoint: E, input: InputOf<E>) => (await call(endpoint, input, cookie)).body,
    };
  }

  async function befriend(person: Person, ...others: Person[]): Promise<void> {
    const one = await acting(person);
    for (const somebodyElse of others) {
      const other = await acting(somebodyElse);
      await one.call(sendFriendRequest, { friendId: other.id });
      await other.call(sendFriendRequest, { friendId: one.id });
    }
  }

  /** A chat that the owner creates with the others, after befriending them. */
  async function aChat(owner: Person, ...others: Person[]): Promise<ChatId> {
    await befriend(owner, ...others);
    return aChatOfFriends(owner, ...others);
  }

  async function aChatOfFriends(owner: Person, ...others: Person[]): Promise<ChatId> {
    const one = await acting(owner);
    const ids = await Promise.all(others.map(async (other) => (await acting(other)).id));
    return (await one.call(createChat, { members: ids })).chatId;
  }

  return {
    acting,
    aChat,
    aChatOfFriends,
    anUnverifiedUser,
    aVerifiedUser,
    befriend,
    linkFor,
    signIn,
    somebody,
    verifiedUsers,
  };
}
