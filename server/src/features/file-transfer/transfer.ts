import type { TransferMetadata, UserId } from '@chat-app/contract';
import type { DeviceId, NodeId } from '../../platform/ids.ts';

/** A person on one of their devices. */
export interface PeerDevice {
  readonly userId: UserId;
  readonly deviceId: DeviceId;
}

/** A person's part in a transfer: on a device of some node, or on none since it disconnected. */
export interface Participant {
  readonly userId: UserId;
  readonly deviceId: DeviceId | null;
  readonly nodeId: NodeId;
  readonly canResume: boolean;
}

export interface Pending {
  readonly phase: 'pending';
  readonly sender: Participant;
  readonly receiverId: UserId;
  /** Sent again to devices that connect while the request is pending. */
  readonly metadata: TransferMetadata;
  /** In milliseconds since 1970, like `endsAt` of the other phase. */
  readonly endsAt: number;
}

export interface Accepted {
  readonly phase: 'accepted';
  readonly sender: Participant;
  readonly receiver: Participant;
  /** How many events may still be relayed; reset with each connection attempt. */
  readonly relaysLeft: number;
  readonly endsAt: number;
}

/** The state of a transfer between two people: a plain value that any node can store as JSON. */
export type Transfer = Pending | Accepted;

/** Which of the two emits an event, and so its direction. */
export type Role = 'sender' | 'receiver';

/** Emits the events of a transfer: to one device once it takes part, before that to all devices of the person. */
export interface TransferEmitter {
  requested: (to: UserId, metadata: TransferMetadata, senderId: UserId) => void;
  accepted: (to: PeerDevice, receiverId: UserId, options: { canResume: boolean }) => void;
  rejected: (to: PeerDevice, receiverId: UserId) => void;
  cancelled: (to: PeerDevice | UserId, otherId: UserId) => void;
  /** To the person's devices except the one that answered. */
  taken: (by: PeerDevice, senderId: UserId) => void;
  paused: (to: PeerDevice, otherId: UserId) => void;
  resumed: (to: PeerDevice, otherId: UserId) => void;
}

/** An event to emit, with its arguments. */
export type Effect = {
  [Name in keyof TransferEmitter]: readonly [Name, ...Parameters<TransferEmitter[Name]>];
}[keyof TransferEmitter];

/** The same key for both directions. */
export const pairOf = (a: UserId, b: UserId) => (a < b ? `${a} ${b}` : `${b} ${a}`);
export const receiverOf = (transfer: Transfer) =>
  transfer.phase === 'pending' ? transfer.receiverId : transfer.receiver.userId;
export const roleOf = ({ sender }: Transfer, userId: UserId): Role =>
  sender.userId === userId ? 'sender' : 'receiver';
export const otherRole = (role: Role): Role => (role === 'sender' ? 'receiver' : 'sender');
export const deviceOf = ({ userId, deviceId }: Participant): PeerDevice | null =>
  deviceId === null ? null : { userId, deviceId };

/** Null for the receiver of an unanswered request. */
export function participantOf(transfer: Transfer, userId: UserId): Participant | null {
  if (transfer.sender.userId === userId) return transfer.sender;
  return transfer.phase === 'accepted' && transfer.receiver.userId === userId ? transfer.receiver : null;
}
