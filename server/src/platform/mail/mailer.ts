/** One mail to one person, in both versions. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands mails to the outside world. */
export interface Mailer {
  /** Hands the mail over; resolves once the transport has it. */
  deliver: (mail: Mail) => Promise<void>;
  close: () => Promise<void>;
}

/** The transport will never take this mail, so trying again is pointless. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}
