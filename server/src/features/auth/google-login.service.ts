import { cleanName, limits } from '@chat-app/contract';
import type { Emit, Transact } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { type UserRow, userRepository } from '../users/index.ts';
import { assertCanLinkGoogle } from './auth.policy.ts';
import { deviceRepository } from './devices.repository.ts';
import type { createGoogleIdentities, GoogleIdentity } from './google-identity.ts';
import { oneTimeTokenRepository } from './one-time-tokens.repository.ts';
import type { SessionOrigin } from './session-origin.ts';
import type { Sessions } from './sessions.service.ts';

interface GoogleLoginDeps {
  transact: Transact;
  fetchIdentity: ReturnType<typeof createGoogleIdentities>;
  sessions: Sessions;
}

interface GoogleSession {
  readonly isRemembered: boolean;
  readonly replaces: string | null;
  readonly origin: SessionOrigin;
}

export type GoogleLogin = ReturnType<typeof createGoogleLogin>;

export function createGoogleLogin({ transact, fetchIdentity, sessions }: GoogleLoginDeps) {
  async function findOrCreate(tx: Sql, emit: Emit, identity: GoogleIdentity): Promise<UserRow> {
    const known = await userRepository.findByGoogleSub(tx, identity.sub);
    if (known) return known;

    const name = displayName(identity);
    const added = await userRepository.add(tx, {
      id: newId(),
      email: identity.email,
      name,
      passwordHash: null,
      googleSub: identity.sub,
      isVerified: true,
    });
    if (added) return added;

    const owner =
      (await userRepository.findByGoogleSub(tx, identity.sub)) ??
      (await userRepository.findByEmail(tx, identity.email));
    assertCanLinkGoogle(owner, identity.sub);
    if (owner.googleSub === identity.sub) return owner;
    if (owner.isVerified) {
      await userRepository.linkGoogle(tx, owner.id, identity.sub);
      return owner;
    }
    // The account's email address was never verified, so anybody may have signed up with it: its password, mailed links
    // and sessions are removed.
    await userRepository.takeOver(tx, owner.id, { googleSub: identity.sub, name });
    await oneTimeTokenRepository.removeAllOf(tx, owner.id);
    await deviceRepository.removeAllOf(tx, owner.id);
    await sessions.closeAllOf(tx, emit, { userId: owner.id, except: null });
    return { ...owner, name, avatarFile: null, isVerified: true };
  }

  return {
    async login(accessToken: string, session: GoogleSession) {
      const identity = await fetchIdentity(accessToken);
      return transact(async (tx, emit) => {
        const user = await findOrCreate(tx, emit, identity);
        return { user, token: await sessions.open(tx, emit, { userId: user.id, ...session }) };
      });
    },
  };
}

/** Never made from the address, which only friends may know. */
function displayName({ name, email }: GoogleIdentity): string {
  const cleaned = Array.from(cleanName(name)).slice(0, limits.nameMaxLength).join('').trim();
  return cleaned === '' || name.toLowerCase().includes(email) ? 'New user' : cleaned;
}
