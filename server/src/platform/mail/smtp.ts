import { createTransport, type NodemailerError, type SMTPPoolOptions } from 'nodemailer';
import { isLoopbackHost } from '../loopback.ts';
import { composeMessage, parseSender } from './compose.ts';
import { MailRefusedError, type Mailer } from './mailer.ts';

const timeoutMs = 10_000;

/** Delivers through the SMTP server at `url` (smtp:// or smtps://, with user and password where needed). */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const sender = parseSender(from);
  const transport = createTransport({ ...readSmtpUrl(url), pool: true });

  return {
    deliver: async (mail) => {
      const message = composeMessage(mail, sender);
      try {
        await transport.sendMail(message);
      } catch (error) {
        if (isPermanent(error)) throw new MailRefusedError('The mail server refused the mail', { cause: error });
        throw error;
      }
    },
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}

/** `?ignoreTLS=true`, `?requireTLS=true|false` and `?tls.rejectUnauthorized=false` mean the same as in nodemailer. */
function readSmtpUrl(text: string): SMTPPoolOptions {
  const url = new URL(text);
  const isSecure = url.protocol === 'smtps:';
  if (!isSecure && url.protocol !== 'smtp:') throw new Error('The mail server must be an smtp:// or smtps:// address');

  const asked = (name: string) => url.searchParams.get(name);
  const hasCredentials = url.username !== '';
  // Without this, an attacker on the path could strip STARTTLS from the greeting and read the password.
  const needsTls = hasCredentials && !isLoopbackHost(url.hostname) && asked('ignoreTLS') !== 'true';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    ignoreTLS: asked('ignoreTLS') === 'true',
    requireTLS: !isSecure && (asked('requireTLS') === null ? needsTls : asked('requireTLS') === 'true'),
    tls: { rejectUnauthorized: asked('tls.rejectUnauthorized') !== 'false' },
    ...(hasCredentials && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // Shorter than the socket's own timeout, so that an idle connection closes cleanly instead of with an error.
    idleTimeout: timeoutMs / 2,
  };
}

/** A refused login or connection may recover on a retry; a 5xx about this mail will not. */
function isPermanent(error: unknown): boolean {
  const { code, permanent } = error as NodemailerError;
  return permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE');
}
