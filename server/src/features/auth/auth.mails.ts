import type { Mail } from '../../platform/mail/mailer.ts';
import { renderActionMail } from '../../platform/mail/templates/action-mail.ts';

export type AuthMails = ReturnType<typeof createAuthMails>;

interface Recipient {
  readonly email: string;
  readonly name: string;
}

/** The mails about accounts. Links always use the configured public URL, never the host of a request. */
export function createAuthMails({ title, publicUrl }: { title: string; publicUrl: string }) {
  const link = (path: string, token: string) => `${publicUrl}${path}?token=${encodeURIComponent(token)}`;

  return {
    verification: ({ email, name }: Recipient, token: string): Mail => ({
      to: email,
      subject: `Verify your email address for ${title}`,
      ...renderActionMail({
        title,
        greeting: `Hello ${name},`,
        paragraphs: [
          `Welcome to ${title}. Please confirm that this is your email address, and you can start chatting.`,
        ],
        button: { label: 'Verify email address', url: link('/verify-email', token) },
        footnote: 'The link works once and for 24 hours. If you did not sign up, you can ignore this mail.',
      }),
    }),

    reset: ({ email, name }: Recipient, token: string): Mail => ({
      to: email,
      subject: `Reset your ${title} password`,
      ...renderActionMail({
        title,
        greeting: `Hello ${name},`,
        paragraphs: ['Somebody, hopefully you, asked to reset the password of your account.'],
        button: { label: 'Choose a new password', url: link('/reset-password', token) },
        footnote:
          'The link works once and for 15 minutes. If it was not you, ignore this mail: your password stays as it is.',
      }),
    }),
  };
}
