/** One mail to one person, as plain text and as HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Delivers mails through a transport. */
export interface Mailer {
  /** Resolves once the transport has accepted the mail. */
  deliver: (mail: Mail) => Promise<void>;
  close: () => Promise<void>;
}

/** The transport will never accept this mail, so a retry is pointless. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError';
}
