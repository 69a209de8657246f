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

type Options = Omit<Parameters<typeof createMailQueue>[0], 'mailer' | 'logger'>;

/** A queue, and the lines of its log. */
function aQueue(mailer: Mailer, options: Options) {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
  return { lines, queue: createMailQueue({ mailer, logger, ...options }) };
}

/** Its deliveries end when the test decides. */
function aHeldQueue(options: Options = {}) {
  const held: { mail: Mail; deliver: () => void; fail: (error: Error) => void }[] = [];
  const deliver = (mail: Mail) =>
    new Promise<void>((resolve, reject) => held.push({ mail, deliver: resolve, fail: reject }));
  return { held, ...aQueue({ deliver, close: () => Promise.resolve() }, options) };
}

async function aQueueOnRealServer(retryDelaysMs: number[]) {
  const server = await startSmtpMailbox();
  const mailer = createSmtpMailer({ url: server.url, from: 'no-reply@chat.example.org' });
  afterTest(server.stop);
  afterTest(mailer.close);
  return { server, ...aQueue(mailer, { retryDelaysMs }) };
}

test('[MAIL-3] a mail survives an outage of the mail server; one that always fails does not block the next', async () => {
  const { server, queue, lines } = await aQueueOnRealServer([1, 1]);
  server.rejectNext(2);
  queue.enqueue(mailTo('an@example.org'));
  expect(await server.mailTo('an@example.org')).toMatchObject({ subject: 'Reset your password' });
  await vi.waitUntil(() => queue.depth() === 0);
  server.rejectNext(3);
  queue.enqueue(mailTo('cem@example.org'));
  await vi.waitUntil(() => queue.depth() === 0);
  expect(lines.at(-1)).toContain('giving up');
  queue.enqueue(mailTo('binh@example.org'));
  await server.mailTo('binh@example.org');
  expect(server.all()).toHaveLength(2);
});

test('[MAIL-4] the log of a failed mail names neither the person nor the link', async () => {
  const { server, queue, lines } = await aQueueOnRealServer([1]);
  server.rejectNext(2, 550);
  queue.enqueue(mailTo('an.nguyen@example.org'));
  queue.enqueue(mailTo('not an address'));
  await vi.waitUntil(() => queue.depth() === 0);

  const written = lines.join('');
  expect(written).toContain('example.org');
  expect(written).toContain('550');
  for (const secret of ['an.nguyen', 'not an address', 's3cret', 'http']) expect(written).not.toContain(secret);
});

test('[MAIL-3] a mail that was refused permanently is not retried', async () => {
  const { held, queue } = aHeldQueue({ retryDelaysMs: [1, 1] });
  queue.enqueue(mailTo('an@example.org'));
  held[0]?.fail(new MailRefusedError('No such person'));
  await vi.waitUntil(() => queue.depth() === 0);
  expect(held).toHaveLength(1);
});

test('[MAIL-5] only a few mails are sent at once, the rest wait their turn', async () => {
  const { held, queue } = aHeldQueue({ concurrency: 2 });
  for (let index = 0; index < 5; index += 1) queue.enqueue(mailTo(`person${index}@example.org`));
  expect([held.length, queue.depth()]).toEqual([2, 5]);

  held[0]?.deliver();
  await vi.waitUntil(() => held.length === 3);
  expect(held.map(({ mail }) => mail.to)).toEqual([0, 1, 2].map((index) => `person${index}@example.org`));
});

test('[MAIL-5] a full queue drops the mail and logs that, and the request continues', () => {
  const { queue, lines } = aHeldQueue({ capacity: 3 });
  for (let index = 0; index < 5; index += 1) queue.enqueue(mailTo('an@example.org'));
  expect(queue.depth()).toBe(3);
  const dropped = expect.stringContaining('The mail queue is full') as string;
  expect(lines).toEqual([dropped, dropped]);
});

test('[MAIL-6] a stop waits for the mail being sent, and a pending retry gets its last attempt', async () => {
  const { held, queue, lines } = aHeldQueue({ retryDelaysMs: [600_000] });
  queue.enqueue(mailTo('an@example.org'));
  queue.enqueue(mailTo('binh@example.org'));
  held[0]?.fail(new Error('The server is away'));
  await vi.waitUntil(() => lines.length === 1);

  const drained = queue.drain();
  await vi.waitUntil(() => held.length === 3);
  held[1]?.deliver();
  held[2]?.deliver();
  await drained;
  expect(queue.depth()).toBe(0);
});

test('[MAIL-6] a stop does not wait forever for a transport that hangs', async () => {
  const { queue } = aHeldQueue();
  queue.enqueue(mailTo('an@example.org'));
  await queue.drain(20);
  expect(queue.depth()).toBe(1);
});
