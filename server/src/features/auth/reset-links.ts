import { limits } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import type { UserRow } from '../users/index.ts';
import { createAuthMails } from './auth.mails.ts';
import { oneTimeTokenRepository } from './one-time-tokens.repository.ts';

/** Creates a link that resets the password, and returns its mail. */
export type IssueResetLink = (sql: Sql, user: UserRow) => Promise<Mail>;

export function createResetLinks(deps: { title: string; publicUrl: string }): IssueResetLink {
  const mails = createAuthMails(deps);
  return async (sql, user) => {
    const token = newToken();
    const lifetimeMs = limits.resetLinkMs;
    await oneTimeTokenRepository.put(sql, {
      tokenHash: hashToken(token),
      userId: user.id,
      purpose: 'reset-password',
      lifetimeMs,
    });
    return mails.reset(user, token);
  };
}
