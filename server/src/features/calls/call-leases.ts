import type { ChatId } from '@chat-app/contract';
import type { NodeId } from '../../platform/ids.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallLifecycle } from './call-lifecycle.ts';
import { callRepository } from './calls.repository.ts';
import type { Participant } from './participant-store.ts';

/** A participant expires after this time without renewal: three renewals were missed. */
const participantLeaseMs = 30_000;

export type CallLeases = ReturnType<typeof createCallLeases>;

/** Periodic reconciliation on each node, which removes what a dead node or a lost event left behind. */
export function createCallLeases(
  { database, participants, emitter }: CallDeps,
  { here, leave, endOverdue, saveLeaves, timers, graceMs }: CallLifecycle,
) {
  let wasRenewed = false;

  async function renewParticipants(isGroupByChat: ReadonlyMap<ChatId, boolean>) {
    for (const participant of here.list()) {
      const isGroup = isGroupByChat.get(participant.chatId);
      // The person has joined elsewhere while this node was considered dead.
      const isLost = isGroup !== undefined && !(await participants.renew(participant, { isGroup }));
      if (isLost) emitter.leaveRoom(participant.chatId, participant.deviceId);
    }
    for (const chatId of isGroupByChat.keys()) {
      const [listed, media] = await Promise.all([participants.list(chatId), participants.mediaOf(chatId)]);
      const userIds = listed.map(({ userId }) => userId);
      here.note(chatId, userIds);
      emitter.emitParticipantsHere(chatId, userIds);
      // After Redis lost its data, devices learn from this that what they show is no longer known.
      emitter.emitMediaHere(chatId, media);
    }
  }

  async function removeExpired() {
    // After an outage of Redis the other nodes must first have had time to renew their participants.
    const mayRemove = wasRenewed;
    wasRenewed = true;
    if (!mayRemove) return;
    for (const participant of await participants.listExpired(participantLeaseMs)) await leave(participant);
  }

  /**
   * Removes those of this node's participants whose call is over, or who are no longer members, whichever node did it:
   * its event does not arrive while Redis is unreachable.
   */
  async function removeDeparted(given: readonly Participant[] = here.list()): Promise<void> {
    if (given.length === 0) return;
    const departed = await callRepository.listDeparted(database.sql, given);
    // All of them leave the room before any of them waits for Redis.
    await Promise.all(
      departed.map(async ({ deviceId, isOver }) => {
        const participant = given.find((each) => each.deviceId === deviceId);
        if (!participant) return;
        if (isOver) emitter.emitCallEnd(participant.chatId, participant.deviceId);
        await leave(participant, isOver ? { startedAt: null } : {});
      }),
    );
  }

  /**
   * Renews the calls of this node, first in the database, which must not depend on Redis, and ends calls that no node
   * renews.
   */
  const renewLeases = async (): Promise<void> => {
    await removeDeparted();
    const chatIds = [...new Set(here.list().map(({ chatId }) => chatId))];
    const isGroupByChat = await callRepository.renew(database.sql, chatIds);
    await endOverdue();
    try {
      await saveLeaves();
      await renewParticipants(isGroupByChat);
      await removeExpired();
    } catch (error) {
      wasRenewed = false;
      throw error;
    }
  };

  /** Handles a node that died or stopped. Its people may be reconnecting elsewhere, and it may not be dead after all. */
  async function releaseNode(nodeId: NodeId, expiredAt: number): Promise<void> {
    timers.later(`dead ${nodeId}`, graceMs, async () => {
      // Participants renewed since then belong to a node that is still alive. An age instead of a time would include
      // those that were renewed while the question was on its way to Redis.
      for (const participant of await participants.listAbandoned(nodeId, expiredAt)) await leave(participant);
    });
  }

  return { renewLeases, releaseNode, removeDeparted };
}
