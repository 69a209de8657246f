import type { ChatId, InviteId, UserId } from '@chat-app/contract';
import type { Emit, Transact } from '../../domain-events.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
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
}

export type Invites = ReturnType<typeof createInvites>;

export function createInvites({ database, maxGroupSize, transact }: InviteDeps) {
  return {
    list: (userId: UserId) => inviteRepository.list(database.sql, userId),

    /** Only the answer contains the token. */
    create: (userId: UserId, wanted: Wanted) =>
      transact(async (tx) => {
        const token = newToken();
        return { token, invite: await addInvite(tx, userId, { ...wanted, tokenHash: hashToken(token) }) };
      }),

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

async function addInvite(tx: Sql, userId: UserId, wanted: Wanted & { tokenHash: Buffer }): Promise<InviteRow> {
  const { chatId = null, expiresAt = null, maxUses = null, tokenHash } = wanted;
  if (chatId !== null) await assertCanInviteTo(tx, chatId, userId);
  // Locked, so that parallel requests do not all find the limit unreached.
  if (!(await userRepository.findLocked(tx, userId))) throw notFound('User');
  assertBelowLimit(await inviteRepository.countActive(tx, userId));
  const row = { id: newId<InviteId>(), tokenHash, creatorId: userId, chatId, expiresAt, maxUses };
  if (!(await inviteRepository.add(tx, row))) throw expiresInPast();
  const added = await inviteRepository.find(tx, tokenHash);
  if (!added) throw new Error('The invitation is missing after it was added');
  return added;
}

async function assertCanInviteTo(tx: Sql, chatId: ChatId, userId: UserId): Promise<void> {
  if (!(await isMember(tx, chatId, userId))) throw notFound('Chat');
  if (!(await lockInvitingChat(tx, chatId, userId))) throw notAllowed();
}
