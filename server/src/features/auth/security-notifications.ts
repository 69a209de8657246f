import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { authRates } from './auth.rates.ts';
import { securityLinkRepository } from './security-links.repository.ts';
import { createSecurityMails } from './security.mails.ts';
import type { SessionOrigin } from './session-origin.ts';

interface NotificationDeps {
  limiter: RateLimiter;
  mailQueue: MailQueue;
  title: string;
  publicUrl: string;
}

interface Recipient {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
}

type Kind = keyof ReturnType<typeof createSecurityMails>;
type Write = (user: Recipient, token: string, origin: SessionOrigin) => Mail;

const unknownOrigin: SessionOrigin = { device: null, network: '' };

export type SecurityNotifications = ReturnType<typeof createSecurityNotifications>;

/** Mails about changes of an account that somebody else may have made, each with a link for that case. */
export function createSecurityNotifications({ limiter, mailQueue, ...about }: NotificationDeps) {
  const mails: Record<Kind, Write> = createSecurityMails(about);

  /**
   * Stores the link in the transaction of the change. The returned function sends the mail, and is called when the change
   * is committed. Beyond a number of mails an hour there are none: the links of the earlier ones work.
   */
  return async (tx: Sql, user: Recipient, kind: Kind, origin = unknownOrigin): Promise<() => void> => {
    const waitMs = await limiter.take(`security-mails:${kind}:${user.id}`, authRates.securityMailsPerUser);
    if (waitMs > 0) return () => {};
    const token = newToken();
    await securityLinkRepository.add(tx, {
      tokenHash: hashToken(token),
      userId: user.id,
      undoesSecondFactor: kind === 'secondFactorOn',
      undoesPasskey: kind === 'passkeyAdded',
    });
    return () => mailQueue.enqueue(mails[kind](user, token, origin));
  };
}
