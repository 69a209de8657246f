import { cleanName, isReservedName, limits } from '@chat-app/contract';
import type { Emit, Transact } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Registration } from '../host-settings/index.ts';
import { type UserRow, userRepository } from '../users/index.ts';
import { assertCanLinkGoogle } from './auth.policy.ts';
import { claimAsFirst } from './claim-as-first.ts';
import { deviceRepository } from './devices.repository.ts';
import type { createGoogleIdentities, GoogleIdentity } from './google-identity.ts';
import { loginTicketRepository } from './login-tickets.repository.ts';
import { oneTimeTokenRepository } from './one-time-tokens.repository.ts';
import type { ReserveInvite } from './reserve-invite.ts';
import { secondFactorRepository } from './second-factors.repository.ts';
import { type SecondFactorLogin, secondFactorRequired } from './second-factor-login.service.ts';
import { securityLinkRepository } from './security-links.repository.ts';
import type { SessionOrigin } from './session-origin.ts';
import type { Sessions } from './sessions.service.ts';

interface GoogleLoginDeps {
  transact: Transact;
  fetchIdentity: ReturnType<typeof createGoogleIdentities>;
  registration: Registration;
  reserveInvite: ReserveInvite;
  secondFactorLogin: SecondFactorLogin;
  sessions: Sessions;
}

interface GoogleSession {
  readonly invite?: string | undefined;
  readonly isRemembered: boolean;
  readonly replaces: string | null;
  readonly origin: SessionOrigin;
  /** From the machine that the server runs on. */
  readonly isLocal: boolean;
}

interface Found {
  readonly user: UserRow;
  /** The account was created, or taken over, just now. */
  readonly isFirst: boolean;
}

export type GoogleLogin = ReturnType<typeof createGoogleLogin>;

export function createGoogleLogin({
  transact,
  fetchIdentity,
  registration,
  reserveInvite,
  secondFactorLogin,
  sessions,
}: GoogleLoginDeps) {
  const findOwner = async (tx: Sql, { sub, email }: GoogleIdentity) =>
    (await userRepository.findByGoogleSub(tx, sub)) ?? (await userRepository.findByEmail(tx, email));

  /** Null when the address is taken, perhaps since a moment ago. */
  async function create(tx: Sql, identity: GoogleIdentity, invite: string | undefined): Promise<UserRow | null> {
    const reserveUse = await registration.admit(tx, { email: identity.email, invite });
    const added = await userRepository.add(tx, {
      id: newId(),
      email: identity.email,
      name: displayName(identity),
      passwordHash: null,
      googleSub: identity.sub,
      isVerified: true,
    });
    if (added) await reserveUse(added.id);
    return added;
  }

  async function findOrCreate(
    tx: Sql,
    emit: Emit,
    { identity, invite }: { identity: GoogleIdentity; invite: string | undefined },
  ): Promise<Found> {
    const known = await findOwner(tx, identity);
    const added = known ? null : await create(tx, identity, invite);
    if (added) return { user: added, isFirst: true };

    const owner = known ?? (await findOwner(tx, identity));
    assertCanLinkGoogle(owner, identity.sub);
    if (owner.googleSub === identity.sub) return { user: owner, isFirst: false };
    if (owner.isVerified) {
      await userRepository.linkGoogle(tx, owner.id, identity.sub);
      return { user: owner, isFirst: false };
    }
    if (invite !== undefined) await reserveInvite(tx, { token: invite, userId: owner.id });
    await registration.assertConfirmed(tx, owner.id);
    await takeOver(tx, emit, { owner, identity, sessions });
    const taken = { isVerified: true, hasSecondFactor: false, isAdmin: false };
    return { user: { ...owner, ...taken, name: displayName(identity), avatarFile: null }, isFirst: true };
  }

  return {
    async login(accessToken: string, { invite, isLocal, ...session }: GoogleSession) {
      const identity = await fetchIdentity(accessToken);
      const { isFirst, user, opened } = await transact(async (tx, emit) => {
        const found = await findOrCreate(tx, emit, { identity, invite });
        const isClaimed = found.isFirst && isLocal && (await claimAsFirst(tx, found.user.id));
        const owner = isClaimed ? { ...found.user, isAdmin: true } : found.user;
        return {
          isFirst: found.isFirst,
          user: owner,
          opened: await secondFactorLogin.openOrAsk(tx, emit, found.user.id, session),
        };
      });
      if ('ticket' in opened) throw secondFactorRequired(opened.ticket);
      return { user, isFirst, token: opened.token };
    },
  };
}

interface TakeOver {
  readonly owner: UserRow;
  readonly identity: GoogleIdentity;
  readonly sessions: Sessions;
}

/**
 * The account's email address was never verified, so anybody may have signed up with it: its password, mailed links and
 * sessions are removed.
 */
async function takeOver(tx: Sql, emit: Emit, { owner, identity, sessions }: TakeOver): Promise<void> {
  await userRepository.takeOver(tx, owner.id, { googleSub: identity.sub, name: displayName(identity) });
  await oneTimeTokenRepository.removeAllOf(tx, owner.id);
  await securityLinkRepository.removeAllOf(tx, owner.id);
  await deviceRepository.removeAllOf(tx, owner.id);
  await secondFactorRepository.remove(tx, owner.id);
  await loginTicketRepository.removeAllOf(tx, owner.id);
  await sessions.closeAllOf(tx, emit, { userId: owner.id, except: null });
}

/** Never made from the address, which only friends may know. */
function displayName({ name, email }: GoogleIdentity): string {
  const cleaned = Array.from(cleanName(name)).slice(0, limits.nameMaxLength).join('').trim();
  const isUnusable = cleaned === '' || name.toLowerCase().includes(email) || isReservedName(cleaned);
  return isUnusable ? 'New user' : cleaned;
}
