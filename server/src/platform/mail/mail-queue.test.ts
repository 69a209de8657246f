import { expect, test, vi } from 'vitest';
import pino from 'pino';
import { startSmtpMailbox } from '../../../../e2e/stand-ins/smtp-mailbox.ts';
import { afterTest } from '../../../test/after-test.ts';
import { createMailQueue } from './mail-queue.ts';
import { type Mail, type Mailer, MailRefusedError } from './mailer.ts';
import { createSmtpMailer } from './smtp.ts';

const mailTo = (to: string): Mail => ({
  to,
  subject: 'Reset your password',
  text: 'https://chat.example.org/reset-password?token=s3cret',
  html: '<a href="https://chat.example.org/reset-password?token=s3cret">Reset</a>',
});

function aLog() {
  const lines: string[] = [];
  return { lines, logger: pino({ level: 'trace' }, { write: (line) => lines.push(line) }) };
}

/** A transport whose deliveries end when the test decides. */
function aHeldMailer() {
  const held: { mail: Mail; deliver: () => void; fail: (error: Error) => void }[] = [];
  const mailer: Mailer = {
    deliver: (mail) => new Promise((resolve, reject) => held.push({ mail, deliver: resolve, fail: reject })),
    close: () => Promise.resolve(),
  };
  return { held, mailer };
}

async function aQueueOnRealServer(retryDelaysMs: number[]) {
  const server = await startSmtpMailbox();
  const mailer = createSmtpMailer({ url: server.url, from: 'no-reply@chat.example.org' });
  afterTest(server.stop);
  afterTest(mailer.close);
  const log = aLog();
  return { server, log, queue: createMailQueue({ mailer, logger: log.logger, retryDelaysMs }) };
}

test('[MAIL-3] a mail survives an outage of the mail server; one that always fails does not block the next', async () => {
  const { server, queue, log } = await aQueueOnRealServer([1, 1]);
  server.rejectNext(2);
  queue.enqueue(mailTo('an@example.org'));
  expect(await server.mailTo('an@example.org')).toMatchObject({ subject: 'Reset your password' });
  await vi.waitUntil(() => queue.depth() === 0);
  server.rejectNext(3);
  queue.enqueue(mailTo('cem@example.org'));
  await vi.waitUntil(() => queue.depth() === 0);
  expect(log.lines.at(-1)).toContain('giving up');
  queue.enqueue(mailTo('binh@example.org'));
  await server.mailTo('binh@example.org');
  expect(server.all()).toHaveLength(2);
});

test('[MAIL-4] the log of a failed mail names neither the person nor the link', async () => {
  const { server, queue, log } = await aQueueOnRealServer([1]);
  server.rejectNext(2, 550);
  queue.enqueue(mailTo('an.nguyen@example.org'));
  queue.enqueue(mailTo('not an address'));
  await vi.waitUntil(() => queue.depth() === 0);

  const written = log.lines.join('');
  expect(written).toContain('example.org');
  expect(written).toContain('550');
  for (const secret of ['an.nguyen', 'not an address', 's3cret', 'http']) expect(written).not.toContain(secret);
});

test('[MAIL-3] a mail that was refused permanently is not retried', async () => {
  const { held, mailer } = aHeldMailer();
  const queue = createMailQueue({ mailer, logger: aLog().logger, retryDelaysMs: [1, 1] });
  queue.enqueue(mailTo('an@example.org'));
  held[0]?.fail(new MailRefusedError('No such person'));
  await vi.waitUntil(() => queue.depth() === 0);
  expect(held).toHaveLength(1);
});

test('[MAIL-5] only a few mails are sent at once, the rest wait their turn', async () => {
  const { held, mailer } = aHeldMailer();
  const queue = createMailQueue({ mailer, logger: aLog().logger, concurrency: 2 });
  for (let index = 0; index < 5; index += 1) queue.enqueue(mailTo(`person${index}@example.org`));
  expect([held.length, queue.depth()]).toEqual([2, 5]);

  held[0]?.deliver();
  await vi.waitUntil(() => held.length === 3);
  expect(held.map(({ mail }) => mail.to)).toEqual([
    'person0@example.org',
    'person1@example.org',
    'person2@example.org',
  ]);
});

test('[MAIL-5] a full queue drops the mail and logs that, and the request continues', () => {
  const { mailer } = aHeldMailer();
  const log = aLog();
  const queue = createMailQueue({ mailer, logger: log.logger, capacity: 3 });
  for (let index = 0; index < 5; index += 1) queue.enqueue(mailTo('an@example.org'));
  expect(queue.depth()).toBe(3);
  expect(log.lines).toHaveLength(2);
  expect(log.lines[0]).toContain('The mail queue is full');
});

test('[MAIL-6] a stop waits for the mail being sent, and a pending retry gets its last attempt', async () => {
  const { held, mailer } = aHeldMailer();
  const log = aLog();
  const queue = createMailQueue({ mailer, logger: log.logger, retryDelaysMs: [600_000] });
  queue.enqueue(mailTo('an@example.org'));
  queue.enqueue(mailTo('binh@example.org'));
  held[0]?.fail(new Error('The server is away'));
  await vi.waitUntil(() => log.lines.length === 1);

  const drained = queue.drain();
  await vi.waitUntil(() => held.length === 3);
  held[1]?.deliver();
  held[2]?.deliver();
  await drained;
  expect(queue.depth()).toBe(0);
});

test('[MAIL-6] a stop does not wait forever for a transport that hangs', async () => {
  const { mailer } = aHeldMailer();
  const queue = createMailQueue({ mailer, logger: aLog().logger });
  queue.enqueue(mailTo('an@example.org'));
  await queue.drain(20);
  expect(queue.depth()).toBe(1);
});
