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

    confirmEmailChange: ({ email, name }: Recipient, token: string): Mail => ({
      to: email,
      subject: `Confirm your new email address for ${title}`,
      ...renderActionMail({
        title,
        greeting: `Hello ${name},`,
        paragraphs: ['Please confirm that this is the new email address of your account.'],
        button: { label: 'Confirm new address', url: link('/confirm-email', token) },
        footnote: 'The link works once and for 24 hours. If you do not know of this, you can ignore this mail.',
      }),
    }),

    /** To the old address. */
    emailChanging: ({ email, name }: Recipient, newEmail: string, token: string): Mail => ({
      to: email,
      subject: `The email address of your ${title} account is being changed`,
      ...renderActionMail({
        title,
        greeting: `Hello ${name},`,
        paragraphs: [
          `Somebody who knows your password, hopefully you, asked to change the address of your account to ${newEmail}.`,
          'If it was you, there is nothing to do here: open the link in the mail to the new address.',
        ],
        button: { label: 'This was not me', url: link('/undo-email-change', token) },
        footnote:
          'The link works once and for 7 days. It restores this address, signs out all devices and lets you choose a new password.',
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
