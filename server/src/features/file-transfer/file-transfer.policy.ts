import { answerTexts, type UserId } from '@chat-app/contract';
import { AppError, invalidInput } from '../../platform/errors.ts';
import {
  type Accepted,
  participantOf,
  type Participant,
  type PeerDevice,
  type Pending,
  type Role,
  roleOf,
  type Transfer,
} from './transfer.ts';

/** True for the person's device in the transfer, or for any of their devices if none is connected. */
export function isParticipant(transfer: Transfer, { userId, deviceId }: PeerDevice): boolean {
  const participant = participantOf(transfer, userId);
  return participant !== null && (participant.deviceId === null || participant.deviceId === deviceId);
}

/** Only the receiver answers a request, and only once. */
export function assertCanAnswer(transfer: Transfer | null, userId: UserId): asserts transfer is Pending {
  if (transfer?.phase !== 'pending' || transfer.receiverId !== userId) throw transferUnknown();
}

/** By a device that takes part, or by any device of the receiver while the request is unanswered. */
export function assertCanCancel(transfer: Transfer | null, by: PeerDevice): asserts transfer is Transfer {
  if (!transfer) throw transferUnknown();
  if (participantOf(transfer, by.userId) && !isParticipant(transfer, by)) throw transferUnknown();
}

/** Only the two devices of an accepted transfer send to each other, each in its own role. */
export function assertCanRelay(
  transfer: Transfer | null,
  by: PeerDevice,
  as: Role | 'either',
): asserts transfer is Accepted {
  if (transfer?.phase !== 'accepted') throw transferUnknown();
  const role = roleOf(transfer, by.userId);
  if (transfer[role].deviceId !== by.deviceId || (as !== 'either' && as !== role)) throw transferUnknown();
}

export function assertRelaysLeft({ relaysLeft }: Accepted): void {
  if (relaysLeft === 0) throw invalidInput('Too many messages for one transfer');
}

/** A device takes over only for one that its person lost. */
export function participantToResume(transfer: Transfer, by: PeerDevice): Participant {
  const participant = participantOf(transfer, by.userId);
  if (!participant || !isParticipant(transfer, by)) throw transferUnknown();
  return participant;
}

export const transferUnknown = () => new AppError('not_found', answerTexts.transferUnknown);
