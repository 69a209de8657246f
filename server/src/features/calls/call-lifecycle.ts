import { callSystemMessages, type ChatId, limits, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DeviceId, NodeId } from '../../platform/ids.ts';
import { addSystemMessages, makeSystemMessageQuiet } from '../chats/index.ts';
import type { Presence } from '../presence/index.ts';
import type { CallEmitter } from './call-emitter.ts';
import { callRepository } from './calls.repository.ts';
import type { Participant, ParticipantStore } from './participant-store.ts';
import { createTimers } from './timers.ts';

export interface CallDeps {
  background: Background;
  database: Database;
  transact: Transact;
  presence: Pick<Presence, 'isOnline'>;
  /** Marks the system message about the start of a call as read for a person who joins it. */
  markSystemMessageRead: (userId: UserId, chatId: ChatId, seq: number) => Promise<void>;
  participants: ParticipantStore;
  nodeId: NodeId;
  emitter: CallEmitter;
  ringMs?: number;
  graceMs?: number;
}

export type CallLifecycle = ReturnType<typeof createCallLifecycle>;

/** The participants of calls and how calls end, regardless of the nodes that the participants are connected to. */
export function createCallLifecycle({
  background,
  database,
  transact,
  participants,
  emitter,
  graceMs = 5000,
  ringMs = limits.callRingMs,
}: CallDeps) {
  const timers = createTimers((work) => background.run('call', work));
  /** Devices that joined a call through this node. Only `participants` knows whether they are still in it. */
  const participantByDevice = new Map<DeviceId, Participant>();

  /** For `endedBy` the system message is not unread. */
  const endCall = (chatId: ChatId, { endedBy = null, isOverdue = false, startedAt }: EndOptions = {}) =>
    transact(async (tx, emit) => {
      if (startedAt === null) return;
      const call = await callRepository.end(tx, chatId, { startedAt, ringMs: isOverdue ? ringMs : undefined });
      if (!call) return;
      // A declined call is not missed.
      const isMissed = call.talkedMs === null && (endedBy === null || endedBy === call.startedBy);
      const texts = [isMissed ? callSystemMessages.missed : callSystemMessages.ended(call.talkedMs)];
      const authorId = isMissed ? call.startedBy : endedBy;
      // A call counts as one unread message: the one about the missed call replaces the one about its start.
      if (isMissed && call.systemMessageSeq !== null) await makeSystemMessageQuiet(tx, chatId, call.systemMessageSeq);
      await addSystemMessages(tx, emit, { chatId, authorId, texts, isQuiet: !isMissed });
      emit('call.ended', { chatId, callerId: call.startedBy, isMissed });
    });

  /** Ends the call of two people who are no longer friends. */
  async function endCallBetween(userIds: readonly UserId[]): Promise<void> {
    const chatId = await callRepository.findBetween(database.sql, userIds);
    if (chatId !== null) await endCall(chatId);
  }

  /** A call of two ends when one leaves, a group call when nobody is left. False when the person was not in it. */
  async function leave(request: LeaveRequest, { startedAt }: Pick<EndOptions, 'startedAt'> = {}): Promise<boolean> {
    const left = await participants.leave(request);
    if (!left) return false;
    emitter.leaveRoom(request.chatId, left.deviceId);
    emitter.emitParticipants(request.chatId, left.remaining);
    if (left.remaining.length === 0 || !left.isGroup)
      await endCall(request.chatId, { endedBy: request.userId, startedAt });
    return true;
  }

  /** Leaves a call for another one. The window of this call, possibly on another device, is notified of its end. */
  async function leaveOther(participant: { chatId: ChatId; userId: UserId }): Promise<void> {
    const deviceId = await participants.deviceOf(participant.chatId, participant.userId);
    if ((await leave(participant)) && deviceId !== null) emitter.emitCallEnd(participant.chatId, deviceId);
  }

  /** Removes everything that belongs to a call that has ended. */
  async function clear(chatId: ChatId): Promise<void> {
    timers.cancel(`ring ${chatId}`);
    emitter.clearRoom(chatId);
    await participants.clear(chatId);
  }

  return {
    participantByDevice,
    timers,
    graceMs,
    ringMs,
    endCall,
    endCallBetween,
    leave,
    leaveOther,
    clear,
    close: timers.cancelAll,
  };
}

export interface SwitchOptions {
  /** The chat whose call the person leaves for this one. */
  readonly leaveCallIn?: ChatId | null | undefined;
}

interface LeaveRequest {
  readonly chatId: ChatId;
  readonly userId: UserId;
  readonly deviceId?: DeviceId;
}

interface EndOptions {
  /** Ends only the call that started then; null ends none. */
  readonly startedAt?: string | null | undefined;
  readonly endedBy?: UserId | null;
  /** Ends it only if it rang too long or its lease has expired. */
  readonly isOverdue?: boolean;
}
