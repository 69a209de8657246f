import type { Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import { createPasskeyCheck, createPasswordCheck, type RelyingParty, type Sessions } from '../auth/index.ts';
import type { Uploads } from '../uploads/index.ts';
import { serveAccountDeletion } from './account-deletion.routes.ts';
import { createAccountDeletion } from './account-deletion.service.ts';
import { createAccountRemoval } from './account-removal.ts';

export { type AccountRemoval, createAccountRemoval } from './account-removal.ts';

interface AccountDeletionDeps extends RelyingParty {
  readonly background: Background;
  readonly cookies: Cookies;
  readonly database: Database;
  readonly limiter: RateLimiter;
  readonly mailQueue: MailQueue;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly transact: Transact;
  readonly uploads: Pick<Uploads, 'removeUnused'>;
}

/**
 * Leaving for good. A feature of its own, because it concerns almost all others. Returns how administrators remove an
 * account.
 */
export function startAccountDeletion(serve: Serve, deps: AccountDeletionDeps) {
  const removeAccount = createAccountRemoval(deps);
  const deletion = createAccountDeletion({
    removeAccount,
    checkPasskey: createPasskeyCheck(deps),
    checkPassword: createPasswordCheck(deps),
  });
  serveAccountDeletion(serve, { ...deps, deletion });
  return removeAccount;
}
