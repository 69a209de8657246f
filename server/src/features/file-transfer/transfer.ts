import type { TransferMetadata } from '@chat-app/contract';

/** Somebody at one of their devices. */
export interface Party {
  readonly userId: string;
  readonly deviceId: string;
}

/** Where a party sits: at a device of some node, or at none since its connection was lost. */
export interface Seat {
  readonly userId: string;
  readonly deviceId: string | null;
  readonly nodeId: string;
  readonly canResume: boolean;
}

export interface Pending {
  readonly phase: 'pending';
  readonly sender: Seat;
  readonly receiverId: string;
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
  requested: (to: string, metadata: TransferMetadata, senderId: string) => void;
  accepted: (to: Party, receiverId: string, options: { canResume: boolean }) => void;
  rejected: (to: Party, receiverId: string) => void;
  cancelled: (to: Party | string, otherId: string) => void;
  /** The person's devices but the one that answered. */
  taken: (by: Party, senderId: string) => void;
  paused: (to: Party, otherId: string) => void;
  resumed: (to: Party, otherId: string) => void;
}

/** Something to tell: what, and to whom. */
export type Effect = {
  [Name in keyof TransferTeller]: readonly [Name, ...Parameters<TransferTeller[Name]>];
}[keyof TransferTeller];

/** What is at most once between two people, whoever of them asks. */
export const pairOf = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`);
export const receiverOf = (transfer: Transfer) =>
  transfer.phase === 'pending' ? transfer.receiverId : transfer.receiver.userId;
export const roleOf = ({ sender }: Transfer, userId: string): Role =>
  sender.userId === userId ? 'sender' : 'receiver';
export const otherRole = (role: Role): Role => (role === 'sender' ? 'receiver' : 'sender');
export const partyOf = ({ userId, deviceId }: Seat): Party | null => (deviceId === null ? null : { userId, deviceId });

/** Null for the receiver of a request that nobody has answered. */
export function seatOf(transfer: Transfer, userId: string): Seat | null {
  if (transfer.sender.userId === userId) return transfer.sender;
  return transfer.phase === 'accepted' && transfer.receiver.userId === userId ? transfer.receiver : null;
}
