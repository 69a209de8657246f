import type { Background } from '../../platform/background.ts';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import type { Registration } from '../host-settings/index.ts';
import { createAccount } from './account.service.ts';
import { createAuthMails } from './auth.mails.ts';
import { serveAuth } from './auth.routes.ts';
import { createAuth } from './auth.service.ts';
import { deviceRepository } from './devices.repository.ts';
import { createDevices } from './devices.service.ts';
import { createEmailChange } from './email-change.service.ts';
import { emailChangeRepository } from './email-changes.repository.ts';
import { createGoogleIdentities } from './google-identity.ts';
import { createGoogleLogin } from './google-login.service.ts';
import { createLoginAttempts } from './login-attempts.ts';
import { loginTicketRepository } from './login-tickets.repository.ts';
import { createPasskeyCeremonies, type RelyingParty } from './passkey-ceremonies.ts';
import { passkeyChallengeRepository } from './passkey-challenges.repository.ts';
import { createPasskeys } from './passkeys.service.ts';
import { createPasswordCheck } from './password-check.ts';
import { createRecovery } from './recovery.service.ts';
import { createResetLinks } from './reset-links.ts';
import { createSecondFactorLogin } from './second-factor-login.service.ts';
import { createSecondFactorSettings } from './second-factor-settings.service.ts';
import type { ReserveInvite } from './reserve-invite.ts';
import { securityLinkRepository } from './security-links.repository.ts';
import { createSecurityNotifications } from './security-notifications.ts';
import type { createSessions } from './sessions.service.ts';
import { oneTimeTokenRepository } from './one-time-tokens.repository.ts';
import { createVerification } from './email-verification.service.ts';

interface AuthFeatureDeps extends RelyingParty {
  background: Background;
  cookies: Cookies;
  database: Database;
  transact: Transact;
  limiter: RateLimiter;
  mailQueue: MailQueue;
  passwords: Passwords;
  /** The first account of a new server can become its administrator. */
  isOnOwnMachine: boolean;
  registration: Registration;
  reserveInvite: ReserveInvite;
  google: { clientId: string | null; apiUrl: string | null };
}

export { emailChangeRepository } from './email-changes.repository.ts';
export type { RelyingParty } from './passkey-ceremonies.ts';
export { createPasskeyCheck } from './passkeys.service.ts';
export { createPasswordCheck, wrongPassword } from './password-check.ts';
export { createResetLinks, type IssueResetLink } from './reset-links.ts';
export { createSessions, type Sessions } from './sessions.service.ts';

/** Accounts: sign-up, sign-in, links in mails, profile and password. */
export function startAuth(serve: Serve, sessions: ReturnType<typeof createSessions>, deps: AuthFeatureDeps) {
  const mails = createAuthMails(deps);
  const verification = createVerification({ ...deps, mails, sessions });
  const devices = createDevices(deps);
  const notify = createSecurityNotifications(deps);
  const checkPassword = createPasswordCheck(deps);
  const secondFactorLogin = createSecondFactorLogin({ ...deps, devices, notify, sessions });
  const ceremonies = createPasskeyCeremonies(deps);
  const beginAttempt = createLoginAttempts({ ...deps, devices });
  serveAuth(serve, {
    cookies: deps.cookies,
    database: deps.database,
    isOnOwnMachine: deps.isOnOwnMachine,
    devices,
    notify,
    secondFactorLogin,
    sessions,
    verification,
    emailChange: createEmailChange({ ...deps, checkPassword, mails, sessions }),
    account: createAccount({ ...deps, checkPassword, notify, sessions }),
    auth: createAuth({ ...deps, beginAttempt, secondFactorLogin, sessions, verification }),
    googleLogin: createGoogleLogin({
      ...deps,
      secondFactorLogin,
      sessions,
      fetchIdentity: createGoogleIdentities(deps.google),
    }),
    passkeys: createPasskeys({ ...deps, ceremonies, checkPassword, notify, sessions }),
    recovery: createRecovery({ ...deps, issueResetLink: createResetLinks(deps), notify, sessions }),
    secondFactorSettings: createSecondFactorSettings({ ...deps, checkPassword, notify }),
  });
  deps.background.everyHour('sweep tokens and devices', () => sweepExpired(deps.database));
}

/** Expired links, devices and logins are already invalid; deleting them only frees space. */
async function sweepExpired({ sql }: Database): Promise<void> {
  await oneTimeTokenRepository.removeExpired(sql);
  await deviceRepository.removeExpired(sql);
  await loginTicketRepository.removeExpired(sql);
  await securityLinkRepository.removeExpired(sql);
  await emailChangeRepository.removeExpired(sql);
  await passkeyChallengeRepository.removeExpired(sql);
}
