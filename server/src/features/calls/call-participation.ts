import type { ChatId, UserId } from '@chat-app/contract';
import { notFound } from '../../platform/errors.ts';
import type { DeviceId } from '../../platform/ids.ts';
import type { CallLifecycle, CallDeps, SwitchOptions } from './call-lifecycle.ts';
import { assertHasRoom, assertNotInOtherCall, callFull, callUnknown, canEndCall, inOtherCall } from './calls.policy.ts';
import { callRepository } from './calls.repository.ts';

interface Person {
  readonly userId: UserId;
  readonly deviceId: DeviceId;
}

/** Joining a call and leaving it, deliberately or by losing the connection. */
export function createCallParticipation(deps: CallDeps, lifecycle: CallLifecycle) {
  const { background, database, markSystemMessageRead, nodeId, participants, emitter } = deps;
  const { participantByDevice, endCall, leave, leaveOther, timers, graceMs } = lifecycle;

  /** Checked before the call counts as answered; `participants.join` checks again. */
  async function checkCanJoin(chatId: ChatId, userId: UserId, leaveCallIn: ChatId | null) {
    const current = await participants.chatOf(userId);
    if (current === chatId) return;
    assertNotInOtherCall(current, chatId, leaveCallIn);
    assertHasRoom((await participants.list(chatId)).length);
  }

  return {
    async join({ userId, deviceId }: Person, chatId: ChatId, { leaveCallIn = null }: SwitchOptions = {}) {
      await checkCanJoin(chatId, userId, leaveCallIn);
      const call = await callRepository.answer(database.sql, chatId, userId);
      if (!call) throw callUnknown();
      const { memberCount, systemMessageSeq } = call;
      if (leaveCallIn !== null && leaveCallIn !== chatId) await leaveOther({ chatId: leaveCallIn, userId });
      const participant = { chatId, userId, deviceId, nodeId };
      const result = await participants.join(participant, { isGroup: memberCount > 2 });
      if (result.outcome === 'elsewhere') throw inOtherCall(result.chatId);
      if (result.outcome === 'full') throw callFull();

      participantByDevice.set(deviceId, participant);
      if (result.replacedDeviceId !== null) emitter.leaveRoom(chatId, result.replacedDeviceId);
      emitter.joinRoom(chatId, deviceId);
      emitter.emitDeviceJoined(chatId, { userId, deviceId });
      const joined = await participants.list(chatId);
      const joinedIds = joined.map((each) => each.userId);
      emitter.emitParticipants(chatId, joinedIds);
      if (joined.length > 1) timers.cancel(`ring ${chatId}`);
      if (systemMessageSeq !== null)
        background.run('call', () => markSystemMessageRead(userId, chatId, systemMessageSeq));
      // Another device may have joined instead, or the call may have ended, before this one joined the room.
      if (!joined.some((each) => each.deviceId === deviceId)) emitter.leaveRoom(chatId, deviceId);
    },

    async leave({ userId, deviceId }: Person, chatId: ChatId): Promise<void> {
      await leave({ chatId, userId, deviceId });
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
      const mayEnd = canEndCall({ memberCount, wasParticipant, isCaller: call?.startedBy === userId });
      const isOver = memberCount <= 2 || (await participants.list(chatId)).length === 0;
      if (call && mayEnd && isOver) await endCall(chatId, { endedBy: userId, startedAt });
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
