import { socketLimits } from '@chat-app/contract';
import { notFound } from '../../platform/errors.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import type { FindAudience } from './chat-audiences.ts';

interface TypingDeps {
  broadcaster: Broadcaster;
  findAudience: FindAudience;
  gateway: Gateway;
}

/** Relays who is typing. It also says that they are online, so it is not shown where presence is not. */
export function registerTyping({ broadcaster, findAudience, gateway }: TypingDeps) {
  gateway.listen(
    'typing',
    async ({ data: { userId }, rooms }, chatId, isTyping) => {
      // The devices of members are in the room, so outsiders need no query.
      if (!rooms.has(gateway.rooms.chat(chatId))) throw notFound('Chat');
      const audience = await findAudience(chatId);
      const hiddenIds = audience?.filter(({ sharesPresence }) => !sharesPresence).map((member) => member.userId);
      if (!hiddenIds || hiddenIds.includes(userId)) return;
      broadcaster.toChatVolatile({ chatId, exceptUserIds: [userId, ...hiddenIds] }, 'typing', chatId, userId, isTyping);
    },
    { perSecond: socketLimits.typingPerSecond },
  );
}
