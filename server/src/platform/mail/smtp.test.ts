import { expect, test } from 'vitest';
import { type SmtpMailbox, startSmtpMailbox } from '../../../../e2e/stand-ins/smtp-mailbox.ts';
import { afterTest } from '../../../test/after-test.ts';
import { type Mail, type Mailer, MailRefusedError } from './mailer.ts';
import { createSmtpMailer } from './smtp.ts';

const greeting: Mail = {
  to: 'an@example.org',
  subject: 'Xin chào, Ân 👋',
  text: 'Open https://chat.example.org/verify-email?token=abc.',
  html: '<p>Open <a href="https://chat.example.org/verify-email?token=abc">this</a></p>',
};

async function aServer(credentials?: { user: string; pass: string }): Promise<SmtpMailbox> {
  const server = await startSmtpMailbox(credentials);
  afterTest(server.stop);
  return server;
}

function aMailer(url: string): Mailer {
  const mailer = createSmtpMailer({ url, from: 'Chat, the App <no-reply@chat.example.org>' });
  afterTest(mailer.close);
  return mailer;
}

test('[MAIL-1] a mail arrives with sender, subject, both versions and its link', async () => {
  const server = await aServer();
  await aMailer(server.url).deliver(greeting);
  const links = ['https://chat.example.org/verify-email?token=abc'];
  expect(await server.mailTo('an@example.org')).toEqual({ ...greeting, from: 'no-reply@chat.example.org', links });
});

test('[MAIL-1] a server that requires a login gets the user and password of its address', async () => {
  const server = await aServer({ user: 'chat@example.org', pass: 'p@ss:w/rd' });
  await aMailer(server.url).deliver(greeting);
  expect(await server.mailTo('an@example.org')).toMatchObject({ subject: greeting.subject });
});

test('[MAIL-1] a password is never sent in the clear to another machine', async () => {
  const server = await aServer({ user: 'chat', pass: 'secret' });
  // The same machine under an address that is not recognised as loopback.
  const url = server.url.replace('127.0.0.1', '0.0.0.0');
  await expect(aMailer(url).deliver(greeting)).rejects.toMatchObject({ code: 'ETLS' });
  expect(server.all()).toEqual([]);
});

test('[MAIL-2] a recipient is one plain address', async () => {
  const server = await aServer();
  for (const to of [
    'an@example.org\r\nBcc: eve@example.org',
    'an@example.org, eve@example.org',
    'An <an@example.org>',
    '"an@evil.example"@example.org',
    '',
  ])
    await expect(aMailer(server.url).deliver({ ...greeting, to })).rejects.toBeInstanceOf(MailRefusedError);
  expect(server.all()).toEqual([]);
});

test('[MAIL-2] a line break in a subject starts no new header', async () => {
  const server = await aServer();
  await aMailer(server.url).deliver({ ...greeting, subject: 'Hello\r\nBcc: eve@example.org\r\n\r\nbody' });
  const [mail, ...others] = server.all();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: 'an@example.org',
    subject: 'Hello Bcc: eve@example.org body',
    text: greeting.text,
  });
});

test('[MAIL-3] a permanent refusal is distinguished from a temporary failure', async () => {
  const server = await aServer();
  const mailer = aMailer(server.url);
  server.rejectNext(1, 550);
  await expect(mailer.deliver(greeting)).rejects.toBeInstanceOf(MailRefusedError);
  server.rejectNext(1, 451);
  await expect(mailer.deliver(greeting)).rejects.toMatchObject({ name: 'Error', responseCode: 451 });
});

test('[MAIL-1] an address that is no mail server, or no sender, prevents the start', () => {
  expect(() => createSmtpMailer({ url: 'http://mail.example.org', from: 'a@example.org' })).toThrow('smtp://');
  expect(() => createSmtpMailer({ url: 'smtp://mail.example.org', from: 'nobody' })).toThrow('sender');
});
