import type { TransferMetadata, UserId } from '@chat-app/contract';
import type { DeviceId, NodeId } from '../../platform/ids.ts';

/** Somebody at one of their devices. */
export interface Party {
  readonly userId: UserId;
  readonly deviceId: DeviceId;
}

/** Where a party sits: at a device of some node, or at none since its connection was lost. */
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
  /** Told again to devices that connect while it waits. */
  readonly metadata: TransferMetadata;
  /** In milliseconds since 1970, as `endsAt` of the other phase. */
  readonly endsAt: number;
}

export interface Accepted {
  readonly phase: 'accepted';
  readonly sender: Seat;
  readonly receiver: Seat;
  /** What may still be passed on; refilled with each new beginning. */
  readonly relaysLeft: number;
  readonly endsAt: number;
}

/** What is known of two people's transfer: a plain value that any node can read, change and pass on as JSON. */
export type Transfer = Pending | Accepted;

/** Which of the two says it, and so in which direction it goes. */
export type Role = 'sender' | 'receiver';

/** How people are told. A device is named once one takes part; before that, all devices of the person are. */
export interface TransferTeller {
  requested: (to: UserId, metadata: TransferMetadata, senderId: UserId) => void;
  accepted: (to: Party, receiverId: UserId, options: { canResume: boolean }) => void;
  rejected: (to: Party, receiverId: UserId) => void;
  cancelled: (to: Party | UserId, otherId: UserId) => void;
  /** The person's devices but the one that answered. */
  taken: (by: Party, senderId: UserId) => void;
  paused: (to: Party, otherId: UserId) => void;
  resumed: (to: Party, otherId: UserId) => void;
}

/** Something to tell: what, and to whom. */
export type Effect = {
  [Name in keyof TransferTeller]: readonly [Name, ...Parameters<TransferTeller[Name]>];
}[keyof TransferTeller];

/** What is at most once between two people, whoever of them asks. */
export const pairOf = (a: UserId, b: UserId) => (a < b ? `${a} ${b}` : `${b} ${a}`);
export const receiverOf = (transfer: Transfer) =>
  transfer.phase === 'pending' ? transfer.receiverId : transfer.receiver.userId;
export const roleOf = ({ sender }: Transfer, userId: UserId): Role =>
  sender.userId === userId ? 'sender' : 'receiver';
export const otherRole = (role: Role): Role => (role === 'sender' ? 'receiver' : 'sender');
export const partyOf = ({ userId, deviceId }: Seat): Party | null => (deviceId === null ? null : { userId, deviceId });

/** Null for the receiver of a request that nobody has answered. */
export function seatOf(transfer: Transfer, userId: UserId): Seat | null {
  if (transfer.sender.userId === userId) return transfer.sender;
  return transfer.phase === 'accepted' && transfer.receiver.userId === userId ? transfer.receiver : null;
}
