import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime from 'postal-mime';
import type { Logger } from '../logger.ts';
import { composeMessage, parseSender } from './compose.ts';
import { linksIn } from './links.ts';
import type { Mail, Mailer } from './mailer.ts';

/** A mail that was written to disk instead of sent. */
export interface OutboxMail {
  id: string;
  to: string;
  subject: string;
  date: string;
  text: string;
  html: string;
}

interface OutboxOptions {
  dir: string;
  from: string;
  logger: Pick<Logger, 'info'>;
  /** Called with the first link of each mail. Without it, the link is logged, where the operator can find it. */
  onLink?: (url: string, mail: Mail) => void;
  /** Only this many of the newest mails are kept. */
  keep?: number;
}

/** Replaces a mail server: each mail becomes an .eml file in `dir`. */
export function createOutboxMailer({ dir, from, logger, onLink, keep = 500 }: OutboxOptions): Mailer {
  const sender = parseSender(from);
  const nextId = createIds();
  const showLink =
    onLink ?? ((link: string) => logger.info({ link }, 'No mail server is set: open this link yourself'));

  return {
    deliver: async (mail) => {
      const bytes = await new MailComposer({ ...composeMessage(mail, sender), newline: 'win' }).compile().build();
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await writeWhole(dir, `${nextId()}.eml`, bytes);
      await removeOldest(dir, keep);
      const link = linksIn(mail.text)[0];
      if (link !== undefined) showLink(link, mail);
    },
    close: () => Promise.resolve(),
  };
}

/** The newest mails of an outbox, newest first. */
export async function listOutbox(dir: string, limit = 100): Promise<OutboxMail[]> {
  const ids = (await listIds(dir)).slice(0, limit);
  const mails = await Promise.all(ids.map((id) => readOutboxMail(dir, id)));
  return mails.filter((mail) => mail !== null);
}

/** One mail of an outbox; null when the id does not exist. */
export async function readOutboxMail(dir: string, id: string): Promise<OutboxMail | null> {
  if (!idPattern.test(id)) return null;
  const bytes = await readFile(join(dir, `${id}.eml`)).catch(() => null);
  if (bytes === null) return null;

  const { to, subject, date, text, html } = await PostalMime.parse(bytes);
  return {
    id,
    to: to?.[0]?.address ?? '',
    subject: subject ?? '',
    date: date ?? '',
    // The parser adds a line break at the end of each part.
    text: text?.trimEnd() ?? '',
    html: html?.trimEnd() ?? '',
  };
}

const idPattern = /^\d{8}T\d{9}Z-\d{4}-[0-9a-f]{8}$/;

/** Ids sort by time; the counter keeps the order within one millisecond. */
function createIds(): () => string {
  let count = 0;
  return () => {
    const time = new Date().toISOString().replace(/[-:.]/g, '');
    count = (count + 1) % 10_000;
    return `${time}-${String(count).padStart(4, '0')}-${randomBytes(4).toString('hex')}`;
  };
}

/** A reader sees the whole file or none. */
async function writeWhole(dir: string, name: string, bytes: Buffer): Promise<void> {
  const unfinished = join(dir, `${name}.tmp`);
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
    } finally {
      await file.close();
    }
    await rename(unfinished, join(dir, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function removeOldest(dir: string, keep: number): Promise<void> {
  const surplus = (await listIds(dir)).slice(keep);
  await Promise.all(surplus.map((id) => rm(join(dir, `${id}.eml`), { force: true })));
}

async function listIds(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch((): string[] => []);
  const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -'.eml'.length));
  return ids.filter((id) => idPattern.test(id)).toSorted((left, right) => (left < right ? 1 : -1));
}
