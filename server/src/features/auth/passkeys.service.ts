import { type AuthenticationResponse, type Passkey, type PasskeyId, passkeyTexts } from '@chat-app/contract';
import type { ParsedInputOf, addPasskey } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Caller } from '../../platform/authentication.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError, invalidInput, notFound } from '../../platform/errors.ts';
import type { Waiter } from '../../platform/fair-queue.ts';
import { newId } from '../../platform/ids.ts';
import { userRepository } from '../users/index.ts';
import { createPasskeyCeremonies, type PasskeyCeremonies, type RelyingParty } from './passkey-ceremonies.ts';
import { type PasskeyRow, passkeyRepository } from './passkeys.repository.ts';
import type { PasswordCheck } from './password-check.ts';
import type { SecurityNotifications } from './security-notifications.ts';
import { sessionRepository } from './sessions.repository.ts';
import type { NewSession, Sessions } from './sessions.service.ts';

interface PasskeyDeps {
  database: Database;
  transact: Transact;
  ceremonies: PasskeyCeremonies;
  checkPassword: PasswordCheck;
  notify: SecurityNotifications;
  sessions: Sessions;
}

/** More than anybody needs; a stolen session cannot fill the table. */
const maxPerUser = 20;
/** Somebody who has just signed in is not asked for the password again. */
const recentSignInMs = 10 * 60_000;
const defaultName = 'Passkey';

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Keys that sign people in without a password. */
export function createPasskeys({ database, transact, ceremonies, checkPassword, notify, sessions }: PasskeyDeps) {
  /** A passkey outlives the session that adds it, so a browser that was left open long ago must not be enough. */
  async function authorise({ userId, sessionId }: Caller, password: string | undefined, waiter: Waiter) {
    if (password !== undefined) return checkPassword(userId, { password, field: 'password', waiter });
    const user = await userRepository.find(database.sql, userId);
    if (!user) throw notFound('User');
    const isRecent = await sessionRepository.isYoungerThan(database.sql, sessionId, recentSignInMs);
    if (user.passwordHash === null || isRecent) return user;
    throw invalidInput(passkeyTexts.passwordNeeded, { password: passkeyTexts.passwordNeeded });
  }

  return {
    async optionsToAdd(caller: Caller, password: string | undefined, waiter: Waiter) {
      const user = await authorise(caller, password, waiter);
      const known = await passkeyRepository.listOf(database.sql, user.id);
      if (known.length >= maxPerUser) throw tooMany();
      return ceremonies.creationOptions(database.sql, user, known);
    },

    async add(
      { userId, sessionId }: Caller,
      { passkey, name }: ParsedInputOf<typeof addPasskey>,
      device: string | null,
    ) {
      const created = await ceremonies.verifyCreation(database.sql, userId, passkey);
      const { added, sendMail } = await transact(async (tx) => {
        const user = await userRepository.findLocked(tx, userId);
        if (!user) throw notFound('User');
        // It may have been ended while the request arrived, by somebody who secures the account.
        if (!(await sessionRepository.isOpen(tx, sessionId))) throw invalidInput(passkeyTexts.refused);
        if ((await passkeyRepository.listOf(tx, userId)).length >= maxPerUser) throw tooMany();
        const shown = name === undefined || name === '' ? (device ?? defaultName) : name;
        const row = await passkeyRepository.add(tx, { id: newId<PasskeyId>(), userId, name: shown, ...created });
        if (!row) throw invalidInput(passkeyTexts.alreadyAdded);
        return { added: row, sendMail: await notify(tx, user, 'passkeyAdded') };
      });
      sendMail();
      return present(added);
    },

    async list({ userId }: Caller): Promise<Passkey[]> {
      return (await passkeyRepository.listOf(database.sql, userId)).map(present);
    },

    async remove({ userId }: Caller, id: PasskeyId): Promise<void> {
      const sendMail = await transact(async (tx) => {
        if (!(await passkeyRepository.remove(tx, userId, id))) throw notFound('Passkey');
        const user = await userRepository.find(tx, userId);
        if (!user) throw notFound('User');
        return notify(tx, user, 'passkeyRemoved');
      });
      sendMail();
    },

    loginOptions: () => ceremonies.requestOptions(database.sql),

    async login(passkey: AuthenticationResponse, session: Omit<NewSession, 'userId'>) {
      const { userId, credentialId } = await ceremonies.verifyRequest(database.sql, passkey);
      return transact(async (tx, emit) => {
        const user = await userRepository.findLocked(tx, userId);
        // It may have been removed meanwhile, together with all sessions.
        const isPresent = (await passkeyRepository.findByCredential(tx, credentialId)) !== null;
        if (!user || !isPresent) throw new AppError('bad_credentials', passkeyTexts.unknown);
        return { user, token: await sessions.open(tx, emit, { userId, ...session }) };
      });
    },
  };
}

/** Asks a signed-in user for one of their passkeys before their account changes. */
export function createPasskeyCheck({ database, ...party }: RelyingParty & { database: Database }) {
  const ceremonies = createPasskeyCeremonies(party);
  return async ({ userId, sessionId }: Caller, passkey: AuthenticationResponse) => {
    const { userId: ownerId, createdAt } = await ceremonies
      .verifyRequest(database.sql, passkey)
      .catch((error: unknown) => {
        // The session itself is fine.
        throw error instanceof AppError && error.code === 'bad_credentials' ? invalidInput(error.message) : error;
      });
    if (ownerId !== userId) throw invalidInput(passkeyTexts.unknown);
    // Otherwise a stolen session could add one for this.
    if (!(await sessionRepository.isNewerThan(database.sql, sessionId, createdAt))) {
      throw invalidInput(passkeyTexts.tooNew);
    }
    const user = await userRepository.find(database.sql, userId);
    if (!user) throw notFound('User');
    return user;
  };
}

const tooMany = () => new AppError('limit_reached', passkeyTexts.tooMany);

function present({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { _id: id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
