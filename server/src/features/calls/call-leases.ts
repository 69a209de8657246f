import type { ChatId } from '@chat-app/contract';
import type { NodeId } from '../../platform/ids.ts';
import type { CallDeps, CallLifecycle } from './call-lifecycle.ts';
import { callRepository } from './calls.repository.ts';

/** A participant expires after this time without renewal: three renewals were missed. */
const participantLeaseMs = 30_000;

/** Periodic reconciliation on each node, which removes what a dead node or a lost event left behind. */
export function createCallLeases(
  { database, participants, emitter }: CallDeps,
  { participantByDevice, ...lifecycle }: CallLifecycle,
) {
  let wasRenewed = false;

  /** Participants whose devices are connected here and in the call's room. Needs no query. */
  const listHere = () =>
    [...participantByDevice.values()].filter(({ chatId, deviceId }) => emitter.isInRoom(chatId, deviceId));

  async function renewParticipants(isGroupByChat: ReadonlyMap<ChatId, boolean>) {
    for (const participant of listHere()) {
      const isGroup = isGroupByChat.get(participant.chatId);
      // The person has joined elsewhere while this node was considered dead.
      const isLost = isGroup !== undefined && !(await participants.renew(participant, { isGroup }));
      if (isLost) emitter.leaveRoom(participant.chatId, participant.deviceId);
    }
    for (const chatId of isGroupByChat.keys()) {
      const joined = await participants.list(chatId);
      emitter.emitParticipantsHere(
        chatId,
        joined.map(({ userId }) => userId),
      );
    }
  }

  async function endOverdue() {
    const { ringMs, endCall } = lifecycle;
    for (const chatId of await callRepository.listOverdue(database.sql, ringMs))
      await endCall(chatId, { isOverdue: true });
  }

  async function removeExpired() {
    // After an outage of Redis the other nodes must first have had time to renew their participants.
    const mayRemove = wasRenewed;
    wasRenewed = true;
    if (!mayRemove) return;
    for (const participant of await participants.listExpired(participantLeaseMs)) await lifecycle.leave(participant);
  }

  /**
   * Renews the calls of this node, first in the database, which must not depend on Redis, and ends calls that no node
   * renews.
   */
  const renewLeases = async (): Promise<void> => {
    const chatIds = [...new Set(listHere().map(({ chatId }) => chatId))];
    const isGroupByChat = await callRepository.renew(database.sql, chatIds);
    await endOverdue();
    try {
      // Somebody joined at the moment the call ended.
      for (const chatId of chatIds) if (!isGroupByChat.has(chatId)) await lifecycle.clear(chatId);
      await renewParticipants(isGroupByChat);
      await removeExpired();
    } catch (error) {
      wasRenewed = false;
      throw error;
    }
  };

  /** Handles a node that died or stopped. Its people may be reconnecting elsewhere, and it may not be dead after all. */
  async function releaseNode(nodeId: NodeId): Promise<void> {
    const expiredAt = performance.now();
    lifecycle.timers.later(`dead ${nodeId}`, lifecycle.graceMs, async () => {
      // Participants renewed since then belong to a node that is still alive.
      const expired = await participants.listExpired(Math.round(performance.now() - expiredAt), nodeId);
      for (const participant of expired) await lifecycle.leave(participant);
    });
  }

  return { renewLeases, releaseNode };
}
