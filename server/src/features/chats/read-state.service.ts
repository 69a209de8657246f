import { type ChatId, type ChatRead, limits, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import { readStateRepository } from './read-state.repository.ts';

export type ReadState = ReturnType<typeof createReadState>;

/** How far each member has read a chat. */
export function createReadState({ database, transact }: { database: Database; transact: Transact }) {
  const moveReadPosition = (userId: UserId, chatId: ChatId, seq: number) =>
    transact(async (tx, emit) => {
      const { readSeq, isMember } = await readStateRepository.markRead(tx, { chatId, userId, seq });
      if (readSeq !== null) emit('chat.read', { chatId, userId, seq: readSeq });
      return isMember;
    });

  return {
    async markRead(userId: UserId, chatId: ChatId, seq: number) {
      if (!(await moveReadPosition(userId, chatId, seq))) throw notFound('Chat');
    },

    async listReads(userId: UserId, chatId: ChatId): Promise<ChatRead[]> {
      const maxMembers = limits.receiptMembersMax;
      const reads = await readStateRepository.listReads(database.sql, { chatId, userId, maxMembers });
      if (!reads) throw notFound('Chat');
      return reads.map(({ at, ...read }) => ({ ...read, at: at?.toISOString() ?? null }));
    },

    /** Does not throw for outsiders: a member who was removed after the page was queried still gets that page. */
    async markPageRead(userId: UserId, chatId: ChatId, seq: number) {
      await moveReadPosition(userId, chatId, seq);
    },

    markSystemMessageRead: (userId: UserId, chatId: ChatId, seq: number) =>
      transact(async (tx, emit) => {
        const readSeq = await readStateRepository.markSystemMessageRead(tx, { chatId, userId, seq });
        if (readSeq !== null) emit('chat.read', { chatId, userId, seq: readSeq });
      }),
  };
}
