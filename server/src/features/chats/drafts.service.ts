import type { ChatDraft, ChatId, UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import { isMissingReference } from '../../platform/db/database-errors.ts';
import { notFound } from '../../platform/errors.ts';
import { draftRepository } from './drafts.repository.ts';

export type Drafts = ReturnType<typeof createDrafts>;

/** What people have typed and not sent. Only their own devices learn of it. */
export function createDrafts({ transact }: { transact: Transact }) {
  const save = (userId: UserId, chatId: ChatId, { content, at }: ChatDraft): Promise<ChatDraft> =>
    transact(async (tx, emit) => {
      const owner = { chatId, userId };
      const saved = await draftRepository.save(tx, owner, { content, atMs: Date.parse(at) });
      const present = saved ?? (await draftRepository.find(tx, owner));
      if (!present) throw notFound('Chat');
      const draft = { content: present.content, at: present.at.toISOString() };
      if (saved) emit('chat.drafted', { chatId, userId, draft });
      return draft;
    });

  return {
    /** Saves the draft unless a later one is saved. Returns the one that is saved then. */
    async save(userId: UserId, chatId: ChatId, draft: ChatDraft): Promise<ChatDraft> {
      try {
        return await save(userId, chatId, draft);
      } catch (error) {
        // The membership ended meanwhile.
        throw isMissingReference(error) ? notFound('Chat') : error;
      }
    },
  };
}
