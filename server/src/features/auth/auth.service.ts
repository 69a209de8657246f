import { answerTexts } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { assertUncommon } from '../../platform/common-passwords.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { Waiter } from '../../platform/fair-queue.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { Registration } from '../host-settings/index.ts';
import { type UserRow, userRepository } from '../users/index.ts';
import { emailTaken } from './auth.policy.ts';
import { claimAsFirst } from './claim-as-first.ts';
import type { createLoginAttempts, LoginAttempt } from './login-attempts.ts';
import { type SecondFactorLogin, secondFactorRequired } from './second-factor-login.service.ts';
import type { SessionOrigin } from './session-origin.ts';
import type { Sessions } from './sessions.service.ts';
import type { Verification } from './email-verification.service.ts';

interface AuthDeps {
  database: Database;
  transact: Transact;
  beginAttempt: ReturnType<typeof createLoginAttempts>;
  mailQueue: MailQueue;
  passwords: Passwords;
  registration: Registration;
  secondFactorLogin: SecondFactorLogin;
  sessions: Sessions;
  title: string;
  verification: Verification;
}

interface Newcomer {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** From the machine that the server runs on, whose owner may be the one who sets it up. */
  readonly isLocal: boolean;
  readonly invite?: string | undefined;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly isRemember: boolean;
}

/** Where a sign-in comes from: its network, the browser's previous session and its device token. */
interface Origin {
  readonly network: string;
  readonly waiter: Waiter;
  readonly replaces: string | null;
  readonly device: string | null;
  /** Where the new session is. */
  readonly origin: SessionOrigin;
}

interface Attempt extends Credentials, Pick<Origin, 'origin' | 'replaces' | 'waiter'> {
  readonly counted: LoginAttempt;
}

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(deps: AuthDeps) {
  const { database, transact, beginAttempt, mailQueue, passwords, registration } = deps;
  const { secondFactorLogin, sessions, title, verification } = deps;
  /** Only a sign-in has the plain password to rehash. If it fails now, the next sign-in tries again. */
  async function rehash(passwordHash: string | null, { password, waiter }: Attempt) {
    const isOutdated = passwordHash !== null && passwords.isOutdated(passwordHash);
    return isOutdated ? passwords.hash(password, waiter).catch(() => null) : null;
  }

  /** Null when the stored hash changed meanwhile: by a new password, which makes this one invalid, or by a rehash. */
  async function openSession(attempt: Attempt) {
    const { email, password, isRemember, counted, origin, replaces, waiter } = attempt;
    const find = async () => {
      await counted.beginCheck();
      return userRepository.findByEmail(database.sql, email);
    };
    const user = await passwords.findAndVerify(password, find, waiter);
    if (!user) throw badCredentials();
    await counted.succeed();
    const newHash = await rehash(user.passwordHash, attempt);
    const opened = await transact(async (tx, emit) => {
      if ((await userRepository.lockPasswordHash(tx, user.id)) !== user.passwordHash) return null;
      if (newHash !== null) await userRepository.setPassword(tx, user.id, newHash);
      return secondFactorLogin.openOrAsk(tx, emit, user.id, { isRemembered: isRemember, replaces, origin });
    });
    return opened && { user, ...opened };
  }

  async function tryTwice(attempt: Attempt) {
    try {
      // The second attempt checks against the hash that is stored by then.
      const opened = (await openSession(attempt)) ?? (await openSession(attempt));
      if (!opened) throw badCredentials();
      return opened;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'bad_credentials') await attempt.counted.undo();
      throw error;
    }
  }

  return {
    async register(
      { name, email, password, isLocal, invite }: Newcomer,
      { replaces, waiter, origin }: Pick<Origin, 'origin' | 'replaces' | 'waiter'>,
    ) {
      await registration.assertOpen(database.sql, { email, invite });
      assertUncommon(password, { field: 'password', title });
      // Checked when its turn comes: a request refused while it waits must not learn whether the address is taken.
      const assertFree = async () => {
        if (await userRepository.findByEmail(database.sql, email)) throw emailTaken();
      };
      const passwordHash = await passwords.hash(password, waiter, assertFree);

      const { user, token, mail } = await transact(async (tx, emit) => {
        const reserveInvite = await registration.admit(tx, { email, invite });
        const added = await addUser(tx, { email, name, passwordHash });
        await reserveInvite(added.id);
        if (isLocal) await claimAsFirst(tx, added.id);
        const session = await sessions.open(tx, emit, { userId: added.id, isRemembered: false, replaces, origin });
        return { user: added, token: session, mail: await verification.issue(tx, added) };
      });
      await verification.startCooldown(user.id);
      mailQueue.enqueue(mail);
      return { user, token };
    },

    async login(credentials: Credentials, { network, replaces, device, waiter, origin }: Origin) {
      const counted = await beginAttempt({ email: credentials.email, network, device });
      const opened = await tryTwice({ ...credentials, counted, replaces, waiter, origin });
      if ('ticket' in opened) throw secondFactorRequired(opened.ticket);
      return opened;
    },
  };
}

async function addUser(tx: Sql, account: { email: string; name: string; passwordHash: string }): Promise<UserRow> {
  const added = await userRepository.add(tx, { ...account, id: newId(), googleSub: null, isVerified: false });
  if (!added) throw emailTaken();
  return added;
}

const badCredentials = () => new AppError('bad_credentials', answerTexts.badCredentials);
