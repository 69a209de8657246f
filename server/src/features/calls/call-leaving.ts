import type { ChatId } from '@chat-app/contract';
import { isRedisUnavailable } from '../../platform/redis/redis-errors.ts';
import type { CallDeps } from './call-deps.ts';
import type { CallEnding, EndOptions } from './call-ending.ts';
import { callRepository } from './calls.repository.ts';
import type { LocalParticipant, LocalParticipants } from './local-participants.ts';
import type { LeaveRequest, LeaveResult } from './participant-store.ts';
import { createUnsavedLeaves, type LeavingDevice } from './unsaved-leaves.ts';

type LeaveOptions = Pick<EndOptions, 'startedAt'>;

/** With the node of the device, and the kind of the call, if they are known. */
type LeaveFrom = LeaveRequest & Partial<Pick<LocalParticipant, 'nodeId' | 'isGroup'>>;

interface LeavingDeps extends Pick<CallEnding, 'endCall'> {
  readonly here: LocalParticipants;
}

/**
 * Leaving a call. A device leaves the call's room at once, whatever Redis does: it no longer hears and is not heard.
 * While Redis is unreachable, this node does what it can tell from its own devices and the database.
 */
export function createCallLeaving(deps: CallDeps, { here, endCall }: LeavingDeps) {
  const { database, participants, emitter, nodeId } = deps;
  const unsaved = createUnsavedLeaves(participants, (late, left) => applyLeave(late, left, late));

  async function applyLeave({ chatId, userId }: LeaveRequest, left: LeaveResult, { startedAt }: LeaveOptions) {
    emitter.leaveRoom(chatId, left.deviceId);
    here.note(chatId, left.remaining);
    emitter.emitParticipants(chatId, left.remaining);
    if (left.media) emitter.emitMedia(chatId, left.media);
    if (left.remaining.length === 0 || !left.isGroup) await endCall(chatId, { endedBy: userId, startedAt });
  }

  async function leaveWithoutRedis(leaving: LeavingDevice, local: LocalParticipant | null, given: LeaveOptions) {
    const { chatId, userId } = leaving;
    const call = given.startedAt === undefined ? await callRepository.find(database.sql, chatId) : given;
    const startedAt = call?.startedAt ?? null;
    unsaved.add({ ...leaving, startedAt });
    // Its connection was lost, and it may have joined again through another node: only Redis can tell.
    if (!local) return;
    const remaining = local.knownIds.filter((id) => id !== userId);
    here.note(chatId, remaining);
    emitter.emitParticipants(chatId, remaining);
    // A group call may have participants on other nodes; if it has none, its lease expires.
    if (!local.isGroup) await endCall(chatId, { endedBy: userId, startedAt });
  }

  /** A call of two ends when one leaves, a group call when nobody is left. False when the person was not in it. */
  async function leave(request: LeaveFrom, options: LeaveOptions = {}): Promise<boolean> {
    const { chatId, userId, deviceId, isGroup = true } = request;
    const local = here.find(request);
    if (deviceId === undefined) emitter.removeUser(chatId, userId);
    else emitter.leaveRoom(chatId, deviceId);
    if (local) here.remove(local.deviceId);
    try {
      const left = await participants.leave(request);
      if (left) await applyLeave(request, left, options);
      return left !== null;
    } catch (error) {
      const ownDeviceId = local?.deviceId ?? (request.nodeId === nodeId ? deviceId : undefined);
      if (!isRedisUnavailable(error) || ownDeviceId === undefined) throw error;
      await leaveWithoutRedis({ chatId, userId, deviceId: ownDeviceId, isGroup }, local, options);
      return local !== null;
    }
  }

  /** Removes the participants of a call that is over. */
  async function removeAll(chatId: ChatId): Promise<void> {
    const local = here.listIn(chatId);
    emitter.clearRoom(chatId);
    for (const { deviceId } of local) here.remove(deviceId);
    try {
      await participants.clear(chatId);
    } catch (error) {
      if (!isRedisUnavailable(error)) throw error;
      // Other nodes do the same for their own devices when they find that the call is over.
      for (const participant of local) unsaved.add({ ...participant, startedAt: null });
    }
  }

  /** For a device whose joining Redis may have stored without an answer. */
  const undoJoin = (device: LeavingDevice) => unsaved.add({ ...device, startedAt: null });

  return { leave, removeAll, undoJoin, saveLeaves: unsaved.save };
}
