import type { Mail } from '../../platform/mail/mailer.ts';
import { renderActionMail } from '../../platform/mail/templates/action-mail.ts';
import type { SessionOrigin } from './session-origin.ts';

interface Recipient {
  readonly email: string;
  readonly name: string;
}

interface Content {
  readonly subject: string;
  readonly paragraphs: string[];
  /** What the link does, if that is more than usual. */
  readonly undo?: string;
}

const usualUndo =
  'It signs out all devices, removes passkeys that were added since this mail and lets you choose a new password.';

/** Mails about changes that the owner of the account may not have made. `token` is that of the link for this case. */
export function createSecurityMails({ title, publicUrl }: { title: string; publicUrl: string }) {
  function write({ email, name }: Recipient, token: string, { subject, paragraphs, undo = usualUndo }: Content): Mail {
    return {
      to: email,
      subject,
      ...renderActionMail({
        title,
        greeting: `Hello ${name},`,
        paragraphs,
        button: { label: 'This was not me', url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}` },
        footnote: `The link works once and for 7 days. ${undo}`,
      }),
    };
  }

  return {
    passwordChanged: (user: Recipient, token: string): Mail =>
      write(user, token, {
        subject: `Your ${title} password was changed`,
        paragraphs: ['The password of your account was changed just now, and all other devices were signed out.'],
      }),

    newDevice: (user: Recipient, token: string, { device, network }: SessionOrigin): Mail =>
      write(user, token, {
        subject: `New sign-in to ${title}`,
        paragraphs: [
          `Somebody signed in to your account just now: ${device ?? 'an unknown device'}, network ${network}.`,
          'If it was you, there is nothing to do.',
        ],
      }),

    secondFactorOn: (user: Recipient, token: string): Mail =>
      write(user, token, {
        subject: `Two-step login for ${title} was turned on`,
        paragraphs: ['From now on, logging in to your account takes your password and a code from your app.'],
        undo: 'It signs out all devices, turns two-step login off and lets you choose a new password.',
      }),

    secondFactorOff: (user: Recipient, token: string): Mail =>
      write(user, token, {
        subject: `Two-step login for ${title} was turned off`,
        paragraphs: [
          'From now on, your password is enough to log in to your account. Its recovery codes do not work any more.',
        ],
      }),

    passkeyAdded: (user: Recipient, token: string): Mail =>
      write(user, token, {
        subject: `A passkey for ${title} was added`,
        paragraphs: ['From now on, somebody with this passkey can log in to your account without your password.'],
        undo: 'It signs out all devices, removes the passkey and lets you choose a new password.',
      }),

    passkeyRemoved: (user: Recipient, token: string): Mail =>
      write(user, token, {
        subject: `A passkey for ${title} was removed`,
        paragraphs: ['It cannot be used to log in to your account any more.'],
      }),

    recoveryCodeUsed: (user: Recipient, token: string): Mail =>
      write(user, token, {
        subject: `A recovery code for ${title} was used`,
        paragraphs: ['Somebody logged in to your account just now with a recovery code, which cannot be used again.'],
      }),
  };
}
