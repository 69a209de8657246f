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
import { createVerification } from './verification.service.ts';

interface AuthFeatureParts {
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
export function startAuth(serve: Serve, sessions: ReturnType<typeof createSessions>, parts: AuthFeatureParts) {
  const mails = createAuthMails(parts);
  const verification = createVerification({ ...parts, mails });
  const devices = createDevices(parts);
  const beginAttempt = createLoginAttempts({ ...parts, devices });
  serveAuth(serve, {
    cookies: parts.cookies,
    devices,
    sessions,
    verification,
    account: createAccount({ ...parts, mails, sessions }),
    auth: createAuth({ ...parts, beginAttempt, sessions, verification }),
    googleLogin: createGoogleLogin({ ...parts, sessions, identify: createGoogleIdentities(parts.google) }),
    recovery: createRecovery({ ...parts, mails, sessions }),
  });
  parts.background.everyHour('sweep tokens and devices', () => sweepExpired(parts.database));
}

/** Expired links and devices are already invalid; deleting them only frees space. */
async function sweepExpired({ sql }: Database): Promise<void> {
  await oneTimeTokenRepository.removeExpired(sql);
  await deviceRepository.removeExpired(sql);
}
