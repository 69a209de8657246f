import type { DomainBus } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import type { Calls } from './calls.service.ts';

interface CallBroadcastDeps {
  background: Background;
  bus: DomainBus;
  broadcaster: Broadcaster;
  calls: Calls;
}

/**
 * A call rings for everybody but the caller and those who have blocked them; the ongoing call shows for all members.
 * Handlers run only on the node where the event happened, because participants and rooms are shared by all nodes. Work
 * that needs Redis or a transaction runs in the background, so that the chat's messages do not wait for it.
 */
export function broadcastCalls({ background, bus, broadcaster, calls }: CallBroadcastDeps) {
  const run = (work: () => Promise<unknown>) => background.run('call', work);

  bus.on('call.started', ({ chatId, userId, blockerIds = [], kind = 'voice' }) => {
    broadcaster.toChatExcept({ chatId, exceptUserIds: [userId, ...blockerIds] }, 'voiceCallStart', chatId, kind);
    broadcaster.toChat(chatId, 'updateChat', chatId);
  });

  bus.on('call.becameVideo', ({ chatId }) => broadcaster.toChat(chatId, 'updateChat', chatId));

  // Emitted before the participants are cleared, which may have to wait for Redis.
  bus.on('call.ended', ({ chatId }) => {
    broadcaster.toChat(chatId, 'voiceCallEnd', chatId);
    broadcaster.toChat(chatId, 'updateChat', chatId);
    run(() => calls.clear(chatId));
  });

  bus.on('friendship.ended', ({ userIds }) => run(() => calls.endCallBetween(userIds)));
  // The devices leave the room before anything waits: a former member must not hear the call, nor be heard.
  bus.on('chat.memberGone', ({ chatId, userId }) => run(() => calls.removeParticipant(chatId, userId)));
  bus.on('user.suspended', ({ userId }) => run(() => calls.removeFromAny(userId)));
  bus.on('chat.hidden', ({ chatId, userId }) => run(() => calls.removeParticipant(chatId, userId)));
  bus.on('chat.deleted', ({ chatId, userIds }) => {
    broadcaster.toUsers(userIds, 'voiceCallEnd', chatId);
    run(() => calls.clear(chatId));
  });
}
