import { forgotPassword, getSession, login, register, resetPassword } from '@chat-app/contract';
import { vi } from 'vitest';
import { tokenIn } from '../people.ts';
import { createHttpClient } from '../http-client.ts';
import type { Environment } from './environment.ts';

/** A node that used its own clock would get one of these wrong. */
export async function expireThings({ database: { sql }, mailbox, urls: [fast, slow] }: Environment) {
  const dee = { name: 'Dee', email: 'dee@example.org', password: 'Secret1!' };
  const { body } = await createHttpClient(fast).call(register, dee);
  const { id } = body.user;
  await sql`update users set verified_at = now() where id = ${id}`;

  const aLink = async () => {
    await createHttpClient(slow).call(forgotPassword, { email: dee.email });
    return tokenIn(await mailbox.mailTo(dee.email, ({ subject }) => subject.startsWith('Reset')));
  };
  const resetAt = async (url: string, token: string) =>
    (await createHttpClient(url).call(resetPassword, { token, newPassword: dee.password })).status;
  // The link is valid for a quarter of an hour, and this node's clock is an hour ahead.
  const linkOnFastNode = await resetAt(fast, await aLink());
  const old = await aLink();
  await sql`update one_time_tokens set expires_at = now() - interval '1 second' where user_id = ${id}`;
  const endedLinkOnSlowNode = await resetAt(slow, old);

  const [here, there] = [createHttpClient(fast), createHttpClient(slow)];
  for (const device of [here, there]) await device.call(login, dee);
  await sql`update sessions set expires_at = now() + interval '5 minutes' where user_id = ${id}`;
  const statusOf = async (device: typeof here) => (await device.call(getSession, {})).status;
  const sessions = [await statusOf(here), await statusOf(there)];
  await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${id}`;
  const isSignedOut = async () => (await statusOf(here)) === 401 && (await statusOf(there)) === 401;
  // A node may cache a session for a second.
  await vi.waitUntil(isSignedOut, { timeout: 5000, interval: 100 });
  return { linkOnFastNode, endedLinkOnSlowNode, sessions };
}

/** Over all records: times that do not follow the seqs, and times in the future. */
export async function countTimeFaults({ database: { sql } }: Environment) {
  const [found] = await sql<{ messages: number; backwards: number; wrong: number }[]>`
    select
      count(*)::int as messages,
      (count(*) filter (where created_at < earlier))::int as backwards,
      (count(*) filter (where created_at > clock_timestamp() or created_at < now() - interval '3 hours'))::int as wrong
    from (
      select created_at, lag(created_at) over (partition by chat_id order by seq) as earlier from messages
    ) as places`;
  return { messages: found?.messages ?? 0, backwards: found?.backwards ?? -1, wrong: found?.wrong ?? -1 };
}
