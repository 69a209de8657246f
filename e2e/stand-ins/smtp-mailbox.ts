import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import { deadlineMs } from '../support/deadline.ts';

export interface ReceivedMail {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
}

/** An SMTP server for tests, on a free port of this machine. */
export interface SmtpMailbox {
  url: string;
  /** Returns the newest mail to this address that was not returned before; waits until one arrives. */
  mailTo: (address: string, matches?: (mail: ReceivedMail) => boolean) => Promise<ReceivedMail>;
  /** All mails so far, oldest first. */
  all: () => ReceivedMail[];
  /** Rejects the next `count` mails with a response code; 451 is a temporary failure. */
  rejectNext: (count: number, responseCode?: number) => void;
  stop: () => Promise<void>;
}

/** With credentials, accepts mails only from clients that log in with them. */
export async function startSmtpMailbox(credentials?: { user: string; pass: string }): Promise<SmtpMailbox> {
  const { add, mailTo, all } = createInbox();
  let rejection = { count: 0, responseCode: 451 };

  async function receive(stream: SMTPServerDataStream, to: string, callback: (error?: Error) => void) {
    try {
      const mail = await readMail(stream, to.toLowerCase());
      callback();
      add(mail);
    } catch (error) {
      callback(error as Error);
    }
  }

  const server = new SMTPServer({
    ...authentication(credentials),
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: (_address, _session, callback) => {
      if (rejection.count === 0) return callback();
      rejection.count -= 1;
      return callback(Object.assign(new Error('Not now'), { responseCode: rejection.responseCode }));
    },
    onData: (stream, session, callback) => {
      void receive(stream, session.envelope.rcptTo[0]?.address ?? '', callback);
    },
  });
  // A client that disconnects early is no failure of the test. Without a listener the error would end the test run.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const login = credentials ? `${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.pass)}@` : '';

  return {
    url: `smtp://${login}127.0.0.1:${port}`,
    mailTo,
    all,
    rejectNext: (count, responseCode = 451) => {
      rejection = { count, responseCode };
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function createInbox() {
  const received: ReceivedMail[] = [];
  const returned = new WeakSet<ReceivedMail>();
  const arrivals = new EventEmitter().setMaxListeners(0);

  const mailTo: SmtpMailbox['mailTo'] = (address, matches = () => true) =>
    new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        arrivals.off('mail', findMail);
        settle();
      };
      const findMail = () => {
        const isMatch = (mail: ReceivedMail) =>
          mail.to === address.toLowerCase() && !returned.has(mail) && matches(mail);
        const mail = received.findLast(isMatch);
        if (!mail) return;
        returned.add(mail);
        finish(() => resolve(mail));
      };
      const fail = () => reject(new Error(`No matching mail to ${address}. Received: ${summary(received)}`));
      const timer = setTimeout(() => finish(fail), deadlineMs);
      arrivals.on('mail', findMail);
      findMail();
    });

  return {
    add: (mail: ReceivedMail) => {
      received.push(mail);
      arrivals.emit('mail');
    },
    mailTo,
    all: () => [...received],
  };
}

function authentication(credentials?: { user: string; pass: string }): SMTPServerOptions {
  if (!credentials) return { authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] };
  return {
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, callback) => {
      if (username === credentials.user && password === credentials.pass) callback(null, { user: username });
      else callback(new Error('Wrong user or password'));
    },
  };
}

async function readMail(stream: SMTPServerDataStream, to: string): Promise<ReceivedMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const { from, subject, text, html } = await PostalMime.parse(Buffer.concat(chunks));
  return {
    to,
    from: from?.address ?? '',
    subject: subject ?? '',
    text: text?.trimEnd() ?? '',
    html: html?.trimEnd() ?? '',
    links: Array.from((text ?? '').matchAll(/https?:\/\/[^\s<>"]+/g), ([link]) => link.replace(/[.,;:!?)\]]+$/, '')),
  };
}

function summary(mails: readonly ReceivedMail[]): string {
  return mails.map(({ to, subject }) => `${to} (${subject})`).join(', ') || 'none';
}
