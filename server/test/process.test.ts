import { once } from 'node:events';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { login, register } from '@chat-app/contract';
import { connectDatabase } from '../src/platform/db/database.ts';
import { builtArchive, useProgram } from './program.ts';
import { aDatabase, environmentOf } from './test-app.ts';

const { place, run, start, end, client } = useProgram();
const ann = { name: 'Ann', email: 'ann@example.org', password: 'Secret1!' };

test('[OPS-24] [OPS-25] [AUTH-222] the program finishes running requests when it is stopped, keeps what it acknowledged, and shows its mails on this machine only', async () => {
  const environment = environmentOf(await aDatabase());
  const { child } = await start(environment);
  const emails = Array.from({ length: 6 }, (_, index) => `p${index}@example.org`);
  const calls = emails.map(async (email) => {
    // A request whose connection was only just made may be cut off; it was not acknowledged.
    const answer = await client()
      .call(register, { ...ann, email })
      .catch(() => null);
    return { email, status: answer?.status ?? 0 };
  });
  // Hashing runs two at a time: when the first is answered, most are in progress.
  await Promise.race(calls);
  expect(await end(child, 'SIGINT')).toBe(0);
  const outcomes = await Promise.all(calls);
  const accepted = outcomes.filter(({ status }) => status === 201);
  expect(accepted.length).toBeGreaterThan(1);
  expect(outcomes.filter(({ status }) => ![201, 503, 0].includes(status))).toEqual([]);

  await start(environment);
  for (const { email } of accepted) {
    expect((await client().call(login, { email, password: ann.password })).status).toBe(200);
  }
  await expectPrivateMailbox();
});

test('[OPS-24] a value that does not parse stops the start with one line that names it', async () => {
  const { child, output } = run({ PORT: 'many' });
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  expect(output.text).toBe('PORT: must be a whole number from 1 to 65535\n');
});

test('[OPS-301] a database of a newer release stops the start and a backup, each with one line', async () => {
  const target = await aDatabase();
  const database = connectDatabase(target);
  await database.sql`insert into migrations (name) values ('9999_future.sql')`;
  await database.close();
  const environment = environmentOf(target);
  const line = 'This database was migrated by a newer Chat App (9999_future.sql): use that release or a newer one.\n';

  const started = run(environment);
  await once(started.child, 'close');
  expect(started).toMatchObject({ child: { exitCode: 1 }, output: { text: `Could not start: ${line}` } });
  const backup = run(environment, [builtArchive, 'backup']);
  await once(backup.child, 'close');
  expect(backup).toMatchObject({ child: { exitCode: 1 }, output: { text: line } });
});

/** The mailbox page of a server without SMTP, which has sent mails. */
async function expectPrivateMailbox() {
  const list = await vi.waitFor(async () => {
    const answer = await client().send('GET', '/dev/mailbox');
    expect(answer.text).toContain('Verify your email address');
    return answer;
  });
  expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
  const id = /\/dev\/mailbox\/([\w.-]+)/.exec(list.text)?.[1] ?? '';
  const mail = await client().send('GET', `/dev/mailbox/${id}`);
  expect(mail.text).toContain('/verify-email?token=');
  expect((await client().send('GET', `/dev/mailbox/${id}/html`)).status).toBe(200);
  expect((await client().send('GET', '/dev/mailbox/..%2f..%2fpackage.json')).status).toBe(404);

  expect((await askWith({ host: 'localhost' }, '/dev/mailbox')).status).toBe(200);
  expect((await askWith({ host: 'evil.example' }, '/dev/mailbox')).status).toBe(404);
  for (const header of forwarded) expect((await askWith(header, '/dev/mailbox')).status).toBe(404);

  const namedTo = async (headers: OutgoingHttpHeaders) =>
    (JSON.parse((await askWith(headers, '/api/config')).text) as { devMailboxUrl: string | null }).devMailboxUrl;
  expect(await namedTo({ host: 'localhost' })).toBe('/dev/mailbox');
  expect(await namedTo({ host: 'evil.example' })).toBeNull();
  for (const header of forwarded) expect(await namedTo(header)).toBeNull();
}

/** Headers that a proxy on this machine adds for remote clients. */
const forwarded = [
  { forwarded: 'for=198.51.100.1' },
  { 'x-forwarded-for': '198.51.100.1' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'chat.example' },
];

/** A browser that resolved a foreign name to this machine sends that name as `host`. */
async function askWith(
  headers: OutgoingHttpHeaders,
  path: string,
): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    request({ port: place.port, host: '127.0.0.1', path, headers }, (response) => {
      let text = '';
      response
        .on('data', (chunk: Buffer) => (text += chunk.toString()))
        .on('end', () => resolve({ status: response.statusCode, text }));
    })
      .on('error', reject)
      .end();
  });
}
