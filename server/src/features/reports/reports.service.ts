import type { MessageId, UserId } from '@chat-app/contract';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { userRepository } from '../users/index.ts';
import { assertNotSelf } from './reports.policy.ts';
import { reportRepository } from './reports.repository.ts';

export type Reports = ReturnType<typeof createReports>;

export function createReports({ database: { sql } }: { database: Database }) {
  return {
    /** Keeps a copy of the message: its author may edit or delete it. */
    async reportMessage(reporterId: UserId, messageId: MessageId, reason: string): Promise<void> {
      const message = await reportRepository.findMessage(sql, messageId, reporterId);
      if (!message) throw notFound('Message');
      assertNotSelf(reporterId, message.authorId);
      const userId = message.authorId;
      const before = await reportRepository.listBefore(sql, message, reporterId);
      // Without ids and names: nobody has to be removed from it when an account is deleted.
      const context = before.map(({ authorId, type, content, createdAt }) => ({
        by: relationOf(authorId, { userId, reporterId }),
        type,
        content,
        at: createdAt.toISOString(),
      }));
      await reportRepository.add(sql, { id: newId(), reporterId, userId, reason, message, context });
    },

    async reportUser(reporterId: UserId, userId: UserId, reason: string): Promise<void> {
      const user = await userRepository.find(sql, userId);
      if (!user?.isVerified) throw notFound('User');
      assertNotSelf(reporterId, userId);
      await reportRepository.add(sql, { id: newId(), reporterId, userId, reason, message: null, context: [] });
    },
  };
}

function relationOf(
  authorId: UserId | null,
  { userId, reporterId }: { userId: UserId | null; reporterId: UserId },
): 'reported' | 'reporter' | 'other' {
  if (authorId === null) return 'other';
  if (authorId === userId) return 'reported';
  return authorId === reporterId ? 'reporter' : 'other';
}
