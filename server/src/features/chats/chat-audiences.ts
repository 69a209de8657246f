import { type ChatId, limits } from '@chat-app/contract';
import { LRUCache } from 'lru-cache';
import type { DomainBus } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import { type AudienceRow, chatAudienceRepository } from './chat-audience.repository.ts';

/** The members of a chat and what they share; null where they are too many for typing indicators and receipts. */
export type FindAudience = (chatId: ChatId) => Promise<readonly AudienceRow[] | null>;

const maxChats = 10_000;
/** Changes are applied at once; this limits how long an event of another node can be missed. */
const ttlMs = 30_000;

/** Typing and reading are too frequent to query the members each time. */
export function createChatAudiences({ bus, database }: { bus: DomainBus; database: Database }): FindAudience {
  // Holds promises, so that a query which was running at a change is forgotten with it.
  const audiences = new LRUCache<ChatId, ReturnType<FindAudience>>({ max: maxChats, ttl: ttlMs });
  const forget = ({ chatId }: { chatId: ChatId }) => void audiences.delete(chatId);
  bus.onEveryNode('chat.membersAdded', forget);
  bus.onEveryNode('chat.memberGone', forget);
  bus.onEveryNode('chat.deleted', forget);
  bus.onEveryNode('user.privacyUpdated', () => audiences.clear());
  bus.onEveryNode('user.blocked', () => audiences.clear());
  bus.onEveryNode('user.unblocked', () => audiences.clear());

  async function load(chatId: ChatId) {
    const rows = await chatAudienceRepository.list(database.sql, chatId, limits.receiptMembersMax + 1);
    return rows.length > limits.receiptMembersMax ? null : rows;
  }

  return (chatId) => {
    const known = audiences.get(chatId);
    if (known) return known;
    const loading = load(chatId);
    audiences.set(chatId, loading);
    loading.catch(() => {
      if (audiences.peek(chatId) === loading) audiences.delete(chatId);
    });
    return loading;
  };
}
