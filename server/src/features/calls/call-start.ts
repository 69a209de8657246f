import { answerTexts, type CallKind, callSystemMessages, type ChatId, type UserId } from '@chat-app/contract';
import { AppError, notFound } from '../../platform/errors.ts';
import { addSystemMessages } from '../chats/index.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallLifecycle, SwitchOptions } from './call-lifecycle.ts';
import { assertAnyOnline, assertCanCall, assertNotInOtherCall } from './calls.policy.ts';
import { callRepository } from './calls.repository.ts';

/** The timer fires slightly late, so that the call has certainly rung long enough. */
const ringSlackMs = 100;

interface StartOptions extends SwitchOptions {
  readonly kind?: CallKind;
}

interface StartPlan {
  readonly leaveCallIn: ChatId | null;
  readonly kind: CallKind;
}

/** Starting a call: it rings until somebody answers, or until it is missed. */
export function createStartCall({ transact, presence, participants }: CallDeps, lifecycle: CallLifecycle) {
  const { endCall, leaveOther, timers, ringMs } = lifecycle;

  const begin = (userId: UserId, chatId: ChatId, { leaveCallIn, kind }: StartPlan) =>
    transact(async (tx, emit): Promise<'started' | 'ongoing' | 'busy'> => {
      const members = await callRepository.lockMembers(tx, chatId, userId);
      const caller = members.find(({ id }) => id === userId);
      if (!caller) throw notFound('Chat');
      // Otherwise it would ring, and the person who answers would be alone in the call.
      assertNotInOtherCall(await participants.chatOf(userId), chatId, leaveCallIn);
      if (await callRepository.isOngoing(tx, chatId)) return 'ongoing';
      const others = members.filter(({ id }) => id !== userId);
      assertCanCall(others);
      // The answer does not reveal either whether somebody is online who hides it, or from whom the caller hides.
      const mayBeOnline = others.map(
        async ({ id, sharesPresence }) => !(sharesPresence && caller.sharesPresence) || (await presence.isOnline(id)),
      );
      assertAnyOnline(await Promise.all(mayBeOnline));
      const [only] = others;
      const talksElsewhere = others.length === 1 && only !== undefined && (await participants.chatOf(only.id)) !== null;
      const texts = [talksElsewhere ? callSystemMessages.missed(kind) : callSystemMessages.started(caller.name, kind)];
      await addSystemMessages(tx, emit, { chatId, authorId: userId, texts });
      if (talksElsewhere) return 'busy';
      await callRepository.begin(tx, chatId, userId, kind);
      emit('call.started', { chatId, userId, kind, blockerIds: await callRepository.listBlockersOf(tx, userId) });
      return 'started';
    });

  /** Rings, unless a call is already active. Leaves the call of another chat only if this one can be started. */
  return async (userId: UserId, chatId: ChatId, { leaveCallIn = null, kind = 'voice' }: StartOptions = {}) => {
    const outcome = await begin(userId, chatId, { leaveCallIn, kind });
    if (outcome === 'busy') throw new AppError('peer_busy', answerTexts.peerBusy);
    // Only an overdue call, not one that another node has started since. If this node dies, the others end it.
    const end = () => endCall(chatId, { isOverdue: true });
    if (outcome === 'started') timers.later(`ring ${chatId}`, ringMs + ringSlackMs, end);
    if (leaveCallIn !== null && leaveCallIn !== chatId) await leaveOther({ chatId: leaveCallIn, userId });
  };
}
