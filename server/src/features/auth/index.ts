import type { Background } from '../../platform/background.ts';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import { createAccount } from './account.service.ts';
import { createAuthMails } from './auth.mails.ts';
import { serveAuth } from './auth.routes.ts';
import { createAuth } from './auth.service.ts';
import { deviceRepository } from './devices.repository.ts';
import { createDevices } from './devices.service.ts';
import { createGoogleIdentities } from './google-identity.ts';
import { createGoogleLogin } from './google-login.service.ts';
import { createLoginAttempts } from './login-attempts.ts';
import { createRecovery } from './recovery.service.ts';
import type { createSessions } from './sessions.service.ts';
import { oneTimeTokenRepository } from './one-time-tokens.repository.ts';
import { createVerification } from './email-verification.service.ts';

interface AuthFeatureDeps {
  background: Background;
  cookies: Cookies;
  database: Database;
  transact: Transact;
  limiter: RateLimiter;
  mailQueue: MailQueue;
  passwords: Passwords;
  title: string;
  publicUrl: string;
  google: { clientId: string | null; apiUrl: string | null };
}

export { createSessions } from './sessions.service.ts';

/** Accounts: sign-up, sign-in, links in mails, profile and password. */
export function startAuth(serve: Serve, sessions: ReturnType<typeof createSessions>, deps: AuthFeatureDeps) {
  const mails = createAuthMails(deps);
  const verification = createVerification({ ...deps, mails });
  const devices = createDevices(deps);
  const beginAttempt = createLoginAttempts({ ...deps, devices });
  serveAuth(serve, {
    cookies: deps.cookies,
    devices,
    sessions,
    verification,
    account: createAccount({ ...deps, mails, sessions }),
    auth: createAuth({ ...deps, beginAttempt, sessions, verification }),
    googleLogin: createGoogleLogin({ ...deps, sessions, fetchIdentity: createGoogleIdentities(deps.google) }),
    recovery: createRecovery({ ...deps, mails, sessions }),
  });
  deps.background.everyHour('sweep tokens and devices', () => sweepExpired(deps.database));
}

/** Expired links and devices are already invalid; deleting them only frees space. */
async function sweepExpired({ sql }: Database): Promise<void> {
  await oneTimeTokenRepository.removeExpired(sql);
  await deviceRepository.removeExpired(sql);
}
