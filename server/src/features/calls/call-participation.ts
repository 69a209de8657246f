import type { ChatId, UserId } from '@chat-app/contract';
import { notFound } from '../../platform/errors.ts';
import type { DeviceId } from '../../platform/ids.ts';
import { isRedisUnavailable } from '../../platform/redis/redis-errors.ts';
import type { CallLeases } from './call-leases.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallLifecycle, SwitchOptions } from './call-lifecycle.ts';
import {
  assertHasRoom,
  assertNotInOtherCall,
  callFull,
  callUnknown,
  endsByHangUp,
  inOtherCall,
} from './calls.policy.ts';
import { callRepository } from './calls.repository.ts';
import type { Participant } from './participant-store.ts';

export interface Person {
  readonly userId: UserId;
  readonly deviceId: DeviceId;
}

/** Joining a call and leaving it, deliberately or by losing the connection. */
export function createCallParticipation(deps: CallDeps, lifecycle: CallLifecycle, leases: CallLeases) {
  const { database, nodeId, participants } = deps;
  const { here, endCall, leave, timers, graceMs } = lifecycle;

  /** If Redis is unreachable, the node of the person's device removes them. */
  const leaveIfReachable = (...given: Parameters<typeof leave>) =>
    leave(...given).catch((error: unknown) => {
      if (!isRedisUnavailable(error)) throw error;
      return false;
    });

  return {
    join: createJoin(deps, lifecycle, leases),

    async leave({ userId, deviceId }: Person, chatId: ChatId): Promise<void> {
      await leave({ chatId, userId, deviceId, nodeId });
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
      const isCaller = call?.startedBy === userId;
      if (!call || endsByHangUp({ memberCount, isCaller, isAnswered: call.isAnswered })) {
        // Before the participants, which need Redis: a call must end without it.
        await endCall(chatId, { endedBy: userId, startedAt });
        await leaveIfReachable({ chatId, userId }, { startedAt: null });
        return;
      }
      // Only its caller can be in it, so this person declines, and nothing needs Redis.
      if (!call.isAnswered) return;
      if ((await leave({ chatId, userId }, { startedAt })) || !isCaller) return;
      if ((await participants.list(chatId)).length === 0) await endCall(chatId, { endedBy: userId, startedAt });
    },

    /** A device disconnected; it gets a moment to reconnect, possibly to another node. */
    handleDisconnect({ deviceId }: Person): void {
      const participant = here.remove(deviceId);
      if (participant) timers.later(`gone ${deviceId}`, graceMs, () => leave(participant));
    },

    /** The person is no longer a member of the chat. */
    removeParticipant: (chatId: ChatId, userId: UserId) => leaveIfReachable({ chatId, userId }),

    /** The person is suspended. If Redis is unreachable, the end of their connections removes them. */
    async removeFromAny(userId: UserId): Promise<void> {
      const chatId = await participants.chatOf(userId);
      if (chatId !== null) await leaveIfReachable({ chatId, userId });
    },

    /** The device with which the person is in the call; null when they are not. */
    async deviceOf(chatId: ChatId, userId: UserId): Promise<DeviceId | null> {
      try {
        return await participants.deviceOf(chatId, userId);
      } catch (error) {
        const local = isRedisUnavailable(error) ? here.find({ chatId, userId }) : null;
        if (!local) throw error;
        return local.deviceId;
      }
    },
  };
}

function createJoin(deps: CallDeps, lifecycle: CallLifecycle, { removeDeparted }: CallLeases) {
  const { background, database, markSystemMessageRead, nodeId, participants, emitter } = deps;
  const { here, leaveOther, saveLeaves, undoJoin, timers } = lifecycle;

  /** Checked before the call counts as answered; `participants.join` checks again. */
  async function checkCanJoin(chatId: ChatId, userId: UserId, leaveCallIn: ChatId | null) {
    const current = await participants.chatOf(userId);
    if (current === chatId) return;
    assertNotInOtherCall(current, chatId, leaveCallIn);
    assertHasRoom((await participants.list(chatId)).length);
  }

  async function store(participant: Participant, isGroup: boolean) {
    const result = await participants.join(participant, { isGroup }).catch((error: unknown) => {
      if (isRedisUnavailable(error)) undoJoin({ ...participant, isGroup });
      throw error;
    });
    if (result.outcome === 'elsewhere') throw inOtherCall(result.chatId);
    if (result.outcome === 'full') throw callFull();
    return result;
  }

  async function emitState({ chatId, deviceId }: Participant, replacedDeviceId: DeviceId | null) {
    const [joined, media] = await Promise.all([participants.list(chatId), participants.mediaOf(chatId)]);
    const joinedIds = joined.map((each) => each.userId);
    here.note(chatId, joinedIds);
    emitter.emitParticipants(chatId, joinedIds);
    if (joined.length > 1) timers.cancel(`ring ${chatId}`);
    // Another device may have joined instead, or the call may have ended, before this one joined the room.
    if (!joined.some((each) => each.deviceId === deviceId)) emitter.leaveRoom(chatId, deviceId);
    // What the replaced device showed is over for everybody.
    if (replacedDeviceId === null) emitter.emitMediaTo(chatId, deviceId, media);
    else emitter.emitMedia(chatId, media);
  }

  return async ({ userId, deviceId }: Person, chatId: ChatId, { leaveCallIn = null }: SwitchOptions = {}) => {
    await saveLeaves();
    await checkCanJoin(chatId, userId, leaveCallIn);
    const call = await callRepository.answer(database.sql, chatId, userId);
    if (!call) throw callUnknown();
    const { memberCount, systemMessageSeq } = call;
    const isGroup = memberCount > 2;
    if (leaveCallIn !== null && leaveCallIn !== chatId) await leaveOther({ chatId: leaveCallIn, userId });
    const participant = { chatId, userId, deviceId, nodeId };
    const { replacedDeviceId } = await store(participant, isGroup);

    here.add({ ...participant, isGroup, knownIds: [userId] });
    if (replacedDeviceId !== null) emitter.leaveRoom(chatId, replacedDeviceId);
    emitter.joinRoom(chatId, deviceId);
    emitter.emitDeviceJoined(chatId, { userId, deviceId });
    if (systemMessageSeq !== null)
      background.run('call', () => markSystemMessageRead(userId, chatId, systemMessageSeq));
    await emitState(participant, replacedDeviceId).catch((error: unknown) => {
      // They are renewed, and emitted, as soon as Redis is back.
      if (!isRedisUnavailable(error)) throw error;
    });
    // The person may have been removed from the chat, or the call ended, before the device joined the room.
    await removeDeparted([participant]).catch((error: unknown) => {
      emitter.leaveRoom(chatId, deviceId);
      throw error;
    });
  };
}
