import type { ChatDraft, ChatId, UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import { notFound } from '../../platform/errors.ts';
import { draftRepository } from './drafts.repository.ts';

export type Drafts = ReturnType<typeof createDrafts>;

/** What people have typed and not sent. Only their own devices learn of it. */
export function createDrafts({ transact }: { transact: Transact }) {
  return {
    /** Saves the draft unless a later one is saved. Returns the one that is saved then. */
    save: (userId: UserId, chatId: ChatId, { content, at }: ChatDraft): Promise<ChatDraft> =>
      transact(async (tx, emit) => {
        const owner = { chatId, userId };
        const saved = await draftRepository.save(tx, owner, { content, atMs: Date.parse(at) });
        const present = saved ?? (await draftRepository.find(tx, owner));
        if (!present) throw notFound('Chat');
        const draft = { content: present.content, at: present.at.toISOString() };
        if (saved) emit('chat.drafted', { chatId, userId, draft });
        return draft;
      }),
  };
}
