import { type ChatId, type ClientId, inputTexts, type InviteId, type UserId } from '@chat-app/contract';
import { randomBytes } from 'node:crypto';
import type { Emit, Transact } from '../../domain-events.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { invalidInput, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { deriveToken, hashToken, newToken } from '../../platform/tokens.ts';
import { isMember, lockInvitingChat } from '../chats/index.ts';
import { userRepository } from '../users/index.ts';
import { acceptInvite } from './accept-invite.ts';
import { assertBelowLimit, assertUnverified, expiresInPast, isUsable, notAllowed, unusable } from './invites.policy.ts';
import { type InviteRow, inviteRepository } from './invites.repository.ts';
import { reserveInvite } from './reserve-invite.ts';

interface InviteDeps {
  readonly database: Database;
  readonly maxGroupSize: number;
  readonly transact: Transact;
}

interface Wanted {
  readonly chatId?: ChatId | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly maxUses?: number | null | undefined;
  readonly clientId?: ClientId | undefined;
}

export type Invites = ReturnType<typeof createInvites>;

export function createInvites({ database, maxGroupSize, transact }: InviteDeps) {
  return {
    list: (userId: UserId) => inviteRepository.list(database.sql, userId),

    /** Only the answer contains the token. A repeated client id returns what it made before. */
    create: (userId: UserId, wanted: Wanted) => transact((tx) => addInvite(tx, userId, wanted)),

    async revoke(userId: UserId, id: InviteId): Promise<void> {
      if (!(await inviteRepository.remove(database.sql, id, userId))) throw unusable();
    },

    /** The invitation behind a link, for anybody who has it. */
    async open(token: string): Promise<InviteRow> {
      const invite = await inviteRepository.find(database.sql, hashToken(token));
      if (!invite || !isUsable(invite)) throw unusable();
      return invite;
    },

    accept: (userId: UserId, token: string): Promise<ChatId> =>
      transact((tx, emit: Emit) => acceptInvite(tx, emit, { userId, token, maxGroupSize })),

    /** For an account that is not verified yet, and was created before its owner followed this link. */
    reserve: (userId: UserId, token: string): Promise<void> =>
      transact(async (tx) => {
        const user = await userRepository.findLocked(tx, userId);
        if (!user) throw notFound('User');
        assertUnverified(user);
        if (!(await reserveInvite(tx, { token, userId }))) throw unusable();
      }),

    async sweep(): Promise<void> {
      await transact((tx) => inviteRepository.releaseAllLapsed(tx));
      await transact((tx) => inviteRepository.removeOutdated(tx));
    },
  };
}

interface Added {
  readonly invite: InviteRow;
  readonly token: string;
  readonly isNew: boolean;
}

async function addInvite(tx: Sql, userId: UserId, wanted: Wanted): Promise<Added> {
  const { chatId = null, expiresAt = null, maxUses = null, clientId } = wanted;
  if (chatId !== null) await assertCanInviteTo(tx, chatId, userId);
  // Locked, so that parallel requests neither all find the limit unreached, nor all find nothing to repeat.
  if (!(await userRepository.findLocked(tx, userId))) throw notFound('User');
  const earlierToken = clientId === undefined ? null : await findEarlierToken(tx, userId, clientId);
  if (earlierToken !== null) {
    const invite = await requireInvite(tx, earlierToken);
    if ((invite.chat?.id ?? null) !== chatId) throw invalidInput(inputTexts.clientIdInvalid);
    return { invite, token: earlierToken, isNew: false };
  }

  assertBelowLimit(await inviteRepository.countActive(tx, userId));
  const { token, ...secrets } = clientId === undefined ? newSecrets() : repeatableSecrets(clientId);
  const row = { id: newId<InviteId>(), creatorId: userId, chatId, expiresAt, maxUses, ...secrets };
  if (!(await inviteRepository.add(tx, { ...row, tokenHash: hashToken(token) }))) throw expiresInPast();
  return { invite: await requireInvite(tx, token), token, isNew: true };
}

const newSecrets = () => ({ token: newToken(), clientIdHash: null, tokenSalt: null });

function repeatableSecrets(clientId: ClientId) {
  const tokenSalt = randomBytes(32);
  return { token: deriveToken(tokenSalt, clientId), clientIdHash: hashToken(clientId), tokenSalt };
}

async function findEarlierToken(tx: Sql, userId: UserId, clientId: ClientId): Promise<string | null> {
  const salt = await inviteRepository.findSalt(tx, userId, hashToken(clientId));
  return salt && deriveToken(salt, clientId);
}

async function requireInvite(tx: Sql, token: string): Promise<InviteRow> {
  const invite = await inviteRepository.find(tx, hashToken(token));
  if (!invite) throw new Error('The invitation is missing after it was added');
  return invite;
}

async function assertCanInviteTo(tx: Sql, chatId: ChatId, userId: UserId): Promise<void> {
  if (!(await isMember(tx, chatId, userId))) throw notFound('Chat');
  if (!(await lockInvitingChat(tx, chatId, userId))) throw notAllowed();
}
