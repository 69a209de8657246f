import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mail } from './mailer.ts';
import { createOutboxMailer, listOutbox, readOutboxMail } from './outbox.ts';

let dir: string;
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox');
});
afterEach(() => rm(join(dir, '..'), { recursive: true }));

const aMail = (changes: Partial<Mail> = {}): Mail => ({
  to: 'an@example.org',
  subject: 'Xác minh địa chỉ e-mail của bạn, một chủ đề rất dài để phải được gấp lại',
  text: `Hello Ân,\n\nhttps://chat.example.org/verify-email?token=${'abc123-_'.repeat(12)}`,
  html: '<p>Hello Ân</p>',
  ...changes,
});

function anOutbox(options: { keep?: number; onLink?: (url: string, mail: Mail) => void } = {}) {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
  return { lines, mailer: createOutboxMailer({ dir, from: 'Chat App <no-reply@localhost>', logger, ...options }) };
}

test('[MAIL-7] without a mail server, the complete mail is kept in the outbox', async () => {
  const mail = aMail();
  await anOutbox().mailer.deliver(mail);
  const [kept] = await listOutbox(dir);
  expect(kept).toMatchObject({ to: mail.to, subject: mail.subject, text: mail.text, html: mail.html });
  expect(Date.now() - new Date(kept?.date ?? 0).getTime()).toBeLessThan(60_000);
});

test('[MAIL-7] an outbox file is a proper mail that only the owner of the server can read', async () => {
  await anOutbox().mailer.deliver(aMail());
  const names = await readdir(dir);
  const path = join(dir, names[0] ?? '');
  expect(names).toEqual([expect.stringMatching(/^\d{8}T\d{9}Z-.+\.eml$/)]);
  expect((await stat(path)).mode & 0o077).toBe(0);
  const lines = (await readFile(path, 'latin1')).split('\r\n');
  expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78);
});

test('[MAIL-7] the outbox lists the newest mail first and keeps only the newest', async () => {
  const { mailer } = anOutbox({ keep: 3 });
  for (let index = 1; index <= 5; index += 1) await mailer.deliver(aMail({ subject: `Mail ${index}` }));
  expect((await listOutbox(dir)).map(({ subject }) => subject)).toEqual(['Mail 5', 'Mail 4', 'Mail 3']);
  expect(await readdir(dir)).toHaveLength(3);
});

test('[MAIL-8] the link of a kept mail is in the log, or given to a listener; a mail without one reports nothing', async () => {
  const { mailer, lines } = anOutbox();
  await mailer.deliver(aMail({ text: 'Open https://chat.example.org/reset?token=1 or https://other.example.org' }));
  expect(lines.map((line) => (JSON.parse(line) as { link: string }).link)).toEqual([
    'https://chat.example.org/reset?token=1',
  ]);
  const heard: string[] = [];
  const listening = anOutbox({ onLink: (url, mail) => heard.push(`${mail.to} ${url}`) });
  await listening.mailer.deliver(aMail({ text: 'See http://localhost:3000/verify-email?token=1.' }));
  await listening.mailer.deliver(aMail({ text: 'Your password was changed.' }));
  expect([heard, listening.lines]).toEqual([['an@example.org http://localhost:3000/verify-email?token=1'], []]);
});

test('[MAIL-7] only outbox ids open a mail; an outbox that does not exist yet is empty', async () => {
  await anOutbox().mailer.deliver(aMail());
  await writeFile(join(dir, 'other.eml'), 'Subject: secret\r\n\r\nsecret');
  const [kept] = await listOutbox(dir);
  expect(await readOutboxMail(dir, kept?.id ?? '')).toEqual(kept);
  for (const id of ['other', '../outbox/other', `${kept?.id}.eml`, `./${kept?.id}`, '', '\0'])
    expect(await readOutboxMail(dir, id)).toBeNull();
  expect(await listOutbox(join(dir, 'nowhere'))).toEqual([]);
});
