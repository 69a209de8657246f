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

/** Relays who is typing. It also says that they are online, so it is shown only where presence is. */
export function registerTyping({ broadcaster, findAudience, gateway }: TypingDeps) {
  gateway.listen(
    'typing',
    async ({ data: { userId }, rooms }, chatId, isTyping) => {
      // The devices of members are in the room, so outsiders need no query.
      if (!rooms.has(gateway.rooms.chat(chatId))) throw notFound('Chat');
      const audience = await findAudience(chatId);
      const hiddenIds = audience?.filter(({ sharesPresence }) => !sharesPresence).map((member) => member.userId);
      if (!hiddenIds || hiddenIds.includes(userId)) return;
      const blockIds = audience?.find((member) => member.userId === userId)?.blockIds ?? [];
      const exceptUserIds = [userId, ...hiddenIds, ...blockIds];
      broadcaster.toChatVolatile({ chatId, exceptUserIds }, 'typing', chatId, userId, isTyping);
    },
    { perSecond: socketLimits.typingPerSecond },
  );
}
