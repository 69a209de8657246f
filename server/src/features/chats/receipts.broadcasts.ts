import type { ChatId, UserId } from '@chat-app/contract';
import { setTimeout as delay } from 'node:timers/promises';
import type { DomainBus } from '../../domain-events.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import type { FindAudience } from './chat-audiences.ts';

interface ReceiptDeps {
  bus: DomainBus;
  broadcaster: Broadcaster;
  findAudience: FindAudience;
}

const emitEveryMs = 1000;

/**
 * Emits to the other members how far somebody has read, if both share it. In a group everybody reads a new message at
 * about the same time: each node emits one event a second for a chat, of one reader after the other.
 */
export function broadcastReceipts({ bus, broadcaster, findAudience }: ReceiptDeps) {
  /** For chats with an event in the last second, those who have read further since. */
  const waitingByChat = new Map<ChatId, Map<UserId, number>>();

  async function emitNext(chatId: ChatId, waiting: Map<UserId, number>) {
    const audience = await findAudience(chatId).catch(() => undefined);
    // The database is away: tried again a second later.
    if (audience === undefined) return;
    if (audience === null) return waiting.clear();
    const sharing = new Map(audience.filter((member) => member.sendsReceipts).map((member) => [member.userId, member]));
    const hiddenIds = audience.filter((member) => !member.sendsReceipts).map((member) => member.userId);
    for (const [userId, seq] of waiting) {
      waiting.delete(userId);
      const reader = sharing.get(userId);
      if (!reader) continue;
      const exceptUserIds = [userId, ...hiddenIds, ...reader.blockIds];
      broadcaster.toChatExcept({ chatId, exceptUserIds }, 'chatRead', chatId, seq, userId);
      return;
    }
  }

  async function emitAll(chatId: ChatId, waiting: Map<UserId, number>) {
    while (waiting.size > 0) {
      await emitNext(chatId, waiting);
      await delay(emitEveryMs, undefined, { ref: false });
    }
    waitingByChat.delete(chatId);
  }

  bus.on('chat.read', ({ chatId, userId, seq }) => {
    const waiting = waitingByChat.get(chatId) ?? new Map<UserId, number>();
    waiting.set(userId, Math.max(seq, waiting.get(userId) ?? 0));
    if (waitingByChat.has(chatId)) return;
    waitingByChat.set(chatId, waiting);
    void emitAll(chatId, waiting);
  });
}
