import type { TransferMetadata, UserId } from '@chat-app/contract';
import type { DeviceId, NodeId } from '../../platform/ids.ts';

/** A person on one of their devices. */
export interface Party {
  readonly userId: UserId;
  readonly deviceId: DeviceId;
}

/** A person's part in a transfer: on a device of some node, or on none since it disconnected. */
export interface Seat {
  readonly userId: UserId;
  readonly deviceId: DeviceId | null;
  readonly nodeId: NodeId;
  readonly canResume: boolean;
}

export interface Pending {
  readonly phase: 'pending';
  readonly sender: Seat;
  readonly receiverId: UserId;
  /** Sent again to devices that connect while the request is pending. */
  readonly metadata: TransferMetadata;
  /** In milliseconds since 1970, like `endsAt` of the other phase. */
  readonly endsAt: number;
}

export interface Accepted {
  readonly phase: 'accepted';
  readonly sender: Seat;
  readonly receiver: Seat;
  /** How many events may still be relayed; reset with each connection attempt. */
  readonly relaysLeft: number;
  readonly endsAt: number;
}

/** The state of a transfer between two people: a plain value that any node can store as JSON. */
export type Transfer = Pending | Accepted;

/** Which of the two emits an event, and so its direction. */
export type Role = 'sender' | 'receiver';

/** Emits the events of a transfer: to one device once it takes part, before that to all devices of the person. */
export interface TransferTeller {
  requested: (to: UserId, metadata: TransferMetadata, senderId: UserId) => void;
  accepted: (to: Party, receiverId: UserId, options: { canResume: boolean }) => void;
  rejected: (to: Party, receiverId: UserId) => void;
  cancelled: (to: Party | UserId, otherId: UserId) => void;
  /** To the person's devices except the one that answered. */
  taken: (by: Party, senderId: UserId) => void;
  paused: (to: Party, otherId: UserId) => void;
  resumed: (to: Party, otherId: UserId) => void;
}

/** An event to emit, with its arguments. */
export type Effect = {
  [Name in keyof TransferTeller]: readonly [Name, ...Parameters<TransferTeller[Name]>];
}[keyof TransferTeller];

/** The same key for both directions. */
export const pairOf = (a: UserId, b: UserId) => (a < b ? `${a} ${b}` : `${b} ${a}`);
export const receiverOf = (transfer: Transfer) =>
  transfer.phase === 'pending' ? transfer.receiverId : transfer.receiver.userId;
export const roleOf = ({ sender }: Transfer, userId: UserId): Role =>
  sender.userId === userId ? 'sender' : 'receiver';
export const otherRole = (role: Role): Role => (role === 'sender' ? 'receiver' : 'sender');
export const partyOf = ({ userId, deviceId }: Seat): Party | null => (deviceId === null ? null : { userId, deviceId });

/** Null for the receiver of an unanswered request. */
export function seatOf(transfer: Transfer, userId: UserId): Seat | null {
  if (transfer.sender.userId === userId) return transfer.sender;
  return transfer.phase === 'accepted' && transfer.receiver.userId === userId ? transfer.receiver : null;
}
