import { confirmTotp, login, secondFactorLogin, setUpTotp } from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import type { HttpClient } from './http-client.ts';
import type { Person } from './people.ts';

const stepMs = 30_000;

/** What an authenticator app shows, so many steps of 30 seconds from now. */
export const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * stepMs });

export const wrongCode = '000000';

/** So long, a code stays that of the previous, the current or the next step. */
const safeMs = 6_000;

/** Turned on with the code of the previous step, so that those of this and the next one are unused. */
export async function turnOnSecondFactor(person: Person) {
  const leftMs = stepMs - (Date.now() % stepMs);
  // Real time: the codes change with the clock of the database.
  if (leftMs < safeMs) await pause(leftMs);
  const { body } = await person.call(setUpTotp, { password: person.password });
  const confirmed = await person.call(confirmTotp, { code: codeAt(body.secret, -1) });
  if (confirmed.status !== 200) throw new Error(`confirm answered ${confirmed.status}`);
  return { secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes };
}

const refusalOf = (body: unknown) => body as { code: string; ticket: string; triesLeft: number };

/** The first step of a login. */
export async function beginLogin(client: HttpClient, { email, password }: Pick<Person, 'email' | 'password'>) {
  const { status, body } = await client.call(login, { email, password });
  const { code, ticket } = refusalOf(body);
  return { status, code, ticket, client };
}

/** The second step of a login. */
export async function completeLogin(client: HttpClient, ticket: string, code: string) {
  const { status, body } = await client.call(secondFactorLogin, { ticket, code });
  const { code: refusal, triesLeft } = refusalOf(body);
  return { status, refusal, triesLeft };
}
