import type { Mail } from '../../platform/mail/mailer.ts';
import { renderNoticeMail } from '../../platform/mail/templates/action-mail.ts';

/** The last mail to somebody who is gone. */
export function goodbyeMail(
  { email, name }: { email: string; name: string },
  { by, title }: { by: 'owner' | 'administrator'; title: string },
): Mail {
  return {
    to: email,
    subject: `Your ${title} account was deleted`,
    ...renderNoticeMail({
      title,
      greeting: `Hello ${name},`,
      paragraphs: [
        'Your account and everything that belonged to you alone were deleted just now. Your messages stay in their chats, without your name.',
        by === 'administrator'
          ? 'An administrator of this server deleted it.'
          : 'If it was not you, somebody knew your password: change it wherever you use it.',
      ],
    }),
  };
}
