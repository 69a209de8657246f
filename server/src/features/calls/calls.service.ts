import { answerTexts, callSystemMessages, type ChatId, limits, type UserId } from '@chat-app/contract';
import { AppError, forbidden, invalidInput, notFound } from '../../platform/errors.ts';
import type { DeviceId } from '../../platform/ids.ts';
import { addSystemMessages } from '../chats/index.ts';
import { type CallParts, createCallLifecycle, type CallLifecycle } from './call-lifecycle.ts';
import { createCallLeases } from './call-leases.ts';
import { callRepository } from './calls.repository.ts';

interface Person {
  readonly userId: UserId;
  readonly deviceId: DeviceId;
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls(parts: CallParts) {
  const lifecycle = createCallLifecycle(parts);
  const { clear, close } = lifecycle;
  const { deviceOf } = parts.participants;
  return {
    deviceOf,
    clear,
    close,
    ...createRinging(parts, lifecycle),
    ...createJoining(parts, lifecycle),
    ...createCallLeases(parts, lifecycle),
  };
}

function createRinging({ database, transact, presence, participants }: CallParts, lifecycle: CallLifecycle) {
  const { endCall, leave, leaveOther, timers, ringMs } = lifecycle;

  const begin = (userId: UserId, chatId: ChatId, leaveCallIn: ChatId | null) =>
    transact(async (tx, emit): Promise<'started' | 'ongoing' | 'busy'> => {
      const members = await callRepository.lockMembers(tx, chatId, userId);
      const caller = members.find(({ id }) => id === userId);
      if (!caller) throw notFound('Chat');
      // Otherwise it would ring, and the person who answers would be alone in the call.
      assertNotInOtherCall(await participants.chatOf(userId), chatId, leaveCallIn);
      if (await callRepository.isOngoing(tx, chatId)) return 'ongoing';
      const others = members.filter(({ id }) => id !== userId);
      const [only] = others;
      if (others.length === 1 && only?.isFriend === false) throw forbidden(answerTexts.callFriendsOnly);
      const areOnline = await Promise.all(others.map(({ id }) => presence.isOnline(id)));
      if (!areOnline.includes(true)) throw new AppError('peer_offline', answerTexts.nobodyOnline);
      const talksElsewhere = others.length === 1 && only !== undefined && (await participants.chatOf(only.id)) !== null;
      const texts = [talksElsewhere ? callSystemMessages.missed : callSystemMessages.started(caller.name)];
      await addSystemMessages(tx, emit, { chatId, authorId: userId, texts });
      if (talksElsewhere) return 'busy';
      await callRepository.begin(tx, chatId, userId);
      emit('call.started', { chatId, userId });
      return 'started';
    });

  return {
    /** Rings, unless a call is already active. Leaves the call of another chat only if this one can be started. */
    async start(userId: UserId, chatId: ChatId, { leaveCallIn = null }: SwitchOptions = {}): Promise<void> {
      const outcome = await begin(userId, chatId, leaveCallIn);
      if (outcome === 'busy') throw new AppError('peer_busy', answerTexts.peerBusy);
      if (leaveCallIn !== null && leaveCallIn !== chatId) await leaveOther({ chatId: leaveCallIn, userId });
      // Only an overdue call, not one that another node has started since. If this node dies, the others end it.
      const end = () => endCall(chatId, { isOverdue: true });
      if (outcome === 'started') timers.later(`ring ${chatId}`, ringMs + ringSlackMs, end);
    },

    /** Ends the call of two people who are no longer friends. */
    async endCallBetween(userIds: readonly UserId[]): Promise<void> {
      const chatId = await callRepository.findBetween(database.sql, userIds);
      if (chatId !== null) await endCall(chatId);
    },

    /** Ends a call of two; leaves a group call. */
    async hangUp(userId: UserId, chatId: ChatId): Promise<void> {
      // The lock waits for a call that is being started. Ending the call locks the chat again, so it happens afterwards
      // and ends this call only: another one may have started by then.
      const { memberCount, call } = await database.transaction(async (tx) => ({
        memberCount: (await callRepository.lockMembers(tx, chatId, userId)).length,
        call: await callRepository.find(tx, chatId),
      }));
      if (memberCount === 0) throw notFound('Chat');
      const startedAt = call?.startedAt ?? null;
      const wasParticipant = await leave({ chatId, userId }, { startedAt });
      // A group member who declines before anybody has joined does not end the call for the others.
      const mayEnd = memberCount <= 2 || wasParticipant || call?.startedBy === userId;
      const isOver = memberCount <= 2 || (await participants.list(chatId)).length === 0;
      if (call && mayEnd && isOver) await endCall(chatId, { endedBy: userId, startedAt });
    },
  };
}

function createJoining(parts: CallParts, lifecycle: CallLifecycle) {
  const { background, database, markSystemMessageRead, nodeId, participants, emitter } = parts;
  const { participantByDevice, leave, leaveOther, timers, graceMs } = lifecycle;

  /** Checked before the call counts as answered; `participants.join` checks again. */
  async function assertCanJoin(chatId: ChatId, userId: UserId, leaveCallIn: ChatId | null) {
    const current = await participants.chatOf(userId);
    if (current === chatId) return;
    assertNotInOtherCall(current, chatId, leaveCallIn);
    const { length } = await participants.list(chatId);
    if (length >= limits.callParticipantsMax) throw invalidInput(answerTexts.callFull);
  }

  return {
    async join(
      { userId, deviceId }: Person,
      chatId: ChatId,
      { leaveCallIn = null }: SwitchOptions = {},
    ): Promise<void> {
      await assertCanJoin(chatId, userId, leaveCallIn);
      const call = await callRepository.answer(database.sql, chatId, userId);
      if (!call) throw callUnknown();
      const { memberCount, systemMessageSeq } = call;
      if (leaveCallIn !== null && leaveCallIn !== chatId) await leaveOther({ chatId: leaveCallIn, userId });
      const participant = { chatId, userId, deviceId, nodeId };
      const result = await participants.join(participant, { isGroup: memberCount > 2 });
      if (result.outcome === 'elsewhere') throw inOtherCall(result.chatId);
      if (result.outcome === 'full') throw invalidInput(answerTexts.callFull);

      participantByDevice.set(deviceId, participant);
      if (result.replacedDeviceId !== null) emitter.leaveRoom(chatId, result.replacedDeviceId);
      emitter.joinRoom(chatId, deviceId);
      emitter.emitDeviceJoined(chatId, { userId, deviceId });
      const joined = await participants.list(chatId);
      emitter.emitParticipants(
        chatId,
        joined.map((each) => each.userId),
      );
      if (joined.length > 1) timers.cancel(`ring ${chatId}`);
      if (systemMessageSeq !== null)
        background.run('call', () => markSystemMessageRead(userId, chatId, systemMessageSeq));
      // Another device may have joined instead, or the call may have ended, before this one joined the room.
      if (!joined.some((each) => each.deviceId === deviceId)) emitter.leaveRoom(chatId, deviceId);
    },

    async leave({ userId, deviceId }: Person, chatId: ChatId): Promise<void> {
      await leave({ chatId, userId, deviceId });
    },

    /** A device disconnected; it gets a moment to reconnect, possibly to another node. */
    handleDisconnect({ deviceId }: Person): void {
      const participant = participantByDevice.get(deviceId);
      if (!participant) return;
      participantByDevice.delete(deviceId);
      timers.later(`gone ${deviceId}`, graceMs, () => leave(participant));
    },

    /** The person is no longer a member of the chat. */
    removeParticipant: (chatId: ChatId, userId: UserId) => leave({ chatId, userId }),
  };
}

interface SwitchOptions {
  /** The chat whose call the person leaves for this one. */
  readonly leaveCallIn?: ChatId | null | undefined;
}

/** A person can be in only one call at a time. */
function assertNotInOtherCall(current: ChatId | null, chatId: ChatId, leaveCallIn: ChatId | null): void {
  if (current !== null && current !== chatId && current !== leaveCallIn) throw inOtherCall(current);
}

/** The same error for outsiders, who must not learn whether the chat exists. */
export const callUnknown = () => new AppError('not_found', answerTexts.callUnknown);

const inOtherCall = (chatId: ChatId) => new AppError('in_other_call', answerTexts.callElsewhere, { chatId });

/** The timer fires slightly late, so that the call has certainly rung long enough. */
const ringSlackMs = 100;
