import { type Endpoint, type InputOf, login, register, toRequest, verifyEmail } from '@chat-app/contract';
import type { BrowserContext } from '@playwright/test';

interface Mail {
  readonly subject: string;
  readonly links: readonly string[];
}

interface Outside {
  readonly url: string;
  readonly mailbox: { mailTo: (address: string, matcher?: (mail: Mail) => boolean) => Promise<Mail> };
}

/** Somebody who can sign in. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

let count = 0;

/** Somebody new, not signed up yet. */
function somebody(name = 'Ann Lee'): Person {
  count += 1;
  return { name, email: `person${count}@example.org`, password: 'Secret1!x' };
}

/** People and their mailboxes. What a test is not about is done over HTTP, not by clicking. */
export function createPeople({ url, mailbox }: Outside) {
  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
    const request = toRequest(endpoint, input);
    const response = await fetch(url + request.url, {
      method: request.method,
      ...(request.body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(request.body) }),
    });
    if (!response.ok) throw new Error(`${endpoint.path} answered ${response.status}: ${await response.text()}`);
    return response;
  }

  async function anUnverifiedUser(name?: string): Promise<Person> {
    const person = somebody(name);
    await call(register, person);
    return person;
  }

  async function aVerifiedUser(name?: string): Promise<Person> {
    const person = await anUnverifiedUser(name);
    const token = new URL(await linkFor(person, 'Verify')).searchParams.get('token') ?? '';
    await call(verifyEmail, { token });
    return person;
  }

  /** The link in the newest unread mail whose subject starts so. */
  async function linkFor(person: Person, subject: string): Promise<string> {
    const mail = await mailbox.mailTo(person.email, (candidate) => candidate.subject.startsWith(subject));
    const [link] = mail.links;
    if (link === undefined) throw new Error('the mail holds no link');
    return link;
  }

  /** Puts a session into the browser, as if the person had logged in there. */
  async function signIn(context: BrowserContext, person: Person): Promise<void> {
    const response = await call(login, { email: person.email, password: person.password });
    const cookies = response.headers.getSetCookie().map((line) => {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      return { name, value, url };
    });
    await context.addCookies(cookies);
  }

  return { somebody, anUnverifiedUser, aVerifiedUser, linkFor, signIn };
}
