import * as contract from '@chat-app/contract';
import { once } from 'node:events';
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { afterTest } from './after-test.ts';
import { connectDevice } from './cluster-device.ts';
import { builtArchive, useProgram } from './program.ts';
import { aDatabase, environmentOf } from './test-app.ts';
import { verifyAll, withDatabase } from './with-database.ts';

const { place, run, start, end, client } = useProgram();
const ann = { name: 'Ann', email: 'ann@example.org', password: 'Secret1!' };

test('[OPS-24] [OPS-25] [OPS-31] [AUTH-222] a stop finishes requests and waits for no sleeping device; what was acknowledged stays, and the mails are shown on this machine only', async () => {
  const target = await aDatabase();
  const environment = environmentOf(target);
  const { child } = await start(environment);
  const signedUp = client();
  const { id } = (await signedUp.call(contract.register, ann)).body.user;
  await verifyAll(target);
  const device = connectDevice(signedUp.baseUrl, { client: signedUp, id }, { isReconnecting: false });
  const asleep = connect(place.port, '127.0.0.1').on('error', () => {});
  afterTest(() => device.close());
  afterTest(() => void asleep.destroy());
  asleep.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(asleep, 'data');
  asleep.pause();
  await vi.waitUntil(() => device.connects() === 1);

  let answered = 0;
  const calls = Array.from({ length: 6 }, async (_, index) => {
    const email = `p${index}@example.org`;
    // A request whose connection was only just made may be cut off; it was not acknowledged.
    const answer = await client()
      .call(contract.register, { ...ann, email })
      .catch(() => null);
    answered += 1;
    return { email, status: answer?.status ?? 0 };
  });
  // Hashing runs two at a time: others are in progress. The first call has an open connection, and overtakes them.
  await Promise.race(calls.slice(1));
  const answeredBefore = answered;
  expect(await end(child, 'SIGINT')).toBe(0);
  const outcomes = await Promise.all(calls);
  const accepted = outcomes.filter(({ status }) => status === 201);
  expect(accepted.length).toBeGreaterThan(answeredBefore);
  expect(outcomes.filter(({ status }) => ![201, 503, 0].includes(status))).toEqual([]);
  // As when the connection is lost, after which devices connect again.
  await vi.waitFor(() => expect(device.disconnects).toMatchObject([{ reason: 'transport close' }]));

  await start(environment);
  for (const { email } of accepted) {
    expect((await client().call(contract.login, { email, password: ann.password })).status).toBe(200);
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
  await withDatabase(target, ({ sql }) => sql`insert into migrations (name) values ('9999_future.sql')`);
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

  const headers: OutgoingHttpHeaders[] = [{ host: 'localhost' }, { host: 'evil.example' }, ...forwarded];
  const answers = headers.map(async (one) => {
    const { devMailboxUrl } = JSON.parse((await askWith(one, '/api/config')).text) as { devMailboxUrl: string | null };
    return [(await askWith(one, '/dev/mailbox')).status, devMailboxUrl];
  });
  const hidden = [404, null];
  expect(await Promise.all(answers)).toEqual([[200, '/dev/mailbox'], hidden, ...forwarded.map(() => hidden)]);
}

/** Headers that a proxy on this machine adds for remote clients. */
const forwarded = [
  { forwarded: 'for=198.51.100.1' },
  { 'x-forwarded-for': '198.51.100.1' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'chat.example' },
];

/** A browser that resolved a foreign name to this machine sends that name as `host`. */
async function askWith(headers: OutgoingHttpHeaders, path: string) {
  const [response] = (await once(get({ port: place.port, host: '127.0.0.1', path, headers }), 'response')) as [
    IncomingMessage,
  ];
  return { status: response.statusCode, text: await text(response) };
}
