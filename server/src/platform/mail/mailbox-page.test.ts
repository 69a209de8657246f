import { expect, test } from 'vitest';
import { mailboxScript, renderMailboxHtml, renderMailboxList, renderMailboxMail } from './mailbox-page.ts';
import type { OutboxMail } from './outbox.ts';

const hostile = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`;

const aMail = (changes: Partial<OutboxMail> = {}): OutboxMail => ({
  id: '20260102T030405678Z-0001-0a0b0c0d',
  to: 'an@example.org',
  subject: 'Verify your email address',
  date: '2026-01-02T03:04:05.000Z',
  text: 'Open https://chat.example.org/verify-email?token=1&x=2, then https://chat.example.org/verify-email?token=1&x=2',
  html: '<!doctype html><html><head><title>Hi</title></head><body>Hi</body></html>',
  ...changes,
});

test('[MAIL-9] the list shows subject, recipient and time of each mail and links to it', () => {
  const page = renderMailboxList([aMail()]);
  expect(page).toContain('href="/dev/mailbox/20260102T030405678Z-0001-0a0b0c0d"');
  for (const shown of ['Verify your email address', 'an@example.org', '2026-01-02 03:04:05 UTC'])
    expect(page).toContain(shown);
  expect(renderMailboxList([])).toContain('No mails yet');
});

test('[AUTH-222] the list can be filtered by one address, and opens the link of each mail directly', () => {
  const others = aMail({ id: 'other', to: 'binh@example.org' });
  const page = renderMailboxList([others, aMail()], 'An@example.org');
  expect(page).not.toContain('binh@example.org');
  expect(page.match(/<a class="open" href="[^"]*"/g)).toEqual([
    '<a class="open" href="https://chat.example.org/verify-email?token=1&amp;x=2"',
  ]);
  expect(renderMailboxList([aMail({ text: 'No link' })])).not.toContain('class="open"');
});

test('[MAIL-9] the page of a mail offers each of its links once, opening in a new tab', () => {
  const page = renderMailboxMail(aMail());
  expect(page.match(/<a href="https[^>]*>/g)).toEqual([
    '<a href="https://chat.example.org/verify-email?token=1&amp;x=2" target="_blank" rel="noopener noreferrer">',
  ]);
});

test('[MAIL-9] the HTML of a mail appears in a frame that runs no scripts', () => {
  const page = renderMailboxMail(aMail());
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).toContain('src="/dev/mailbox/20260102T030405678Z-0001-0a0b0c0d/html"');
  expect(renderMailboxHtml(aMail())).toContain('<head><base target="_blank"><title>');
  expect(renderMailboxHtml(aMail({ html: '<p>Hi</p>' }))).toBe('<base target="_blank"><p>Hi</p>');
});

test('[MAIL-9] nothing a mail contains becomes markup of the page', () => {
  const fields = { id: hostile, to: hostile, subject: hostile, date: hostile };
  const mail = aMail({ ...fields, text: `https://x.example/${hostile}` });
  for (const page of [renderMailboxList([mail]), renderMailboxMail(mail)]) {
    // The list has only its own script.
    expect(page.replace(`<script>${mailboxScript}</script>`, '')).not.toMatch(/<script|<img/);
  }
});
