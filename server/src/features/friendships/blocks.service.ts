import { answerTexts, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { userRepository } from '../users/index.ts';
import { blockRepository } from './blocks.repository.ts';
import { assertCanBlock } from './friendships.policy.ts';
import { friendshipRepository } from './friendships.repository.ts';

const maxBlocked = 1000;

export type Blocks = ReturnType<typeof createBlocks>;

/** Whom people have blocked. */
export function createBlocks({ database, transact }: { database: Database; transact: Transact }) {
  const { sql } = database;
  return {
    list: (userId: UserId) => blockRepository.list(sql, userId, maxBlocked),

    /** Ends the friendship, or the pending request, of the two. Repeating it changes nothing. */
    async block(userId: UserId, otherId: UserId): Promise<void> {
      assertCanBlock(userId, await userRepository.find(sql, otherId));
      await transact(async (tx, emit) => {
        await friendshipRepository.lockPair(tx, userId, otherId);
        if (!(await blockRepository.add(tx, userId, otherId))) return;
        if ((await blockRepository.count(tx, userId)) > maxBlocked) {
          throw new AppError('limit_reached', answerTexts.blockLimit);
        }
        const ended = await friendshipRepository.removePair(tx, userId, otherId);
        emit('user.blocked', { userIds: [userId, otherId] });
        if (ended)
          emit(ended.wasAccepted ? 'friendship.ended' : 'friendRequest.withdrawn', { userIds: [userId, otherId] });
      });
    },

    /** The two are strangers afterwards. Repeating it changes nothing. */
    async unblock(userId: UserId, otherId: UserId): Promise<void> {
      await transact(async (tx, emit) => {
        await friendshipRepository.lockPair(tx, userId, otherId);
        if (await blockRepository.remove(tx, userId, otherId)) emit('user.unblocked', { userIds: [userId, otherId] });
      });
    },
  };
}
