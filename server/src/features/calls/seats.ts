import type { ChatId, UserId } from '@chat-app/contract';
import type { DeviceId, NodeId } from '../../platform/ids.ts';

/** Somebody's place in a call, the device they sit at, and the node that device is connected to. */
export interface Seat {
  readonly chatId: ChatId;
  readonly userId: UserId;
  readonly deviceId: DeviceId;
  readonly nodeId: NodeId;
}

/** Those who sit in a call, in the order in which they came. */
export type Sitting = Pick<Seat, 'userId' | 'deviceId'>;

export type Taking =
  /** `before`: the device that held the seat, if another one did. */
  | { outcome: 'taken'; before: DeviceId | null }
  /** `chatId`: the chat of the call they are in. */
  | { outcome: 'elsewhere'; chatId: ChatId }
  | { outcome: 'full' };

export interface Left {
  readonly deviceId: DeviceId;
  readonly isGroup: boolean;
  /** Who is still there. */
  readonly people: UserId[];
}

/** Of more than two people: such a call goes on when one of two goes. */
interface CallKind {
  readonly isGroup: boolean;
}

/** Who sits in which call, over all nodes. Somebody has one seat at most, and a call has so many and no more, however many ask at once. */
export interface Seats {
  /** Theirs already at another device: it goes to the new one. */
  take: (seat: Seat, kind: CallKind) => Promise<Taking>;
  /** A node says that it still has this device, and puts the seat back if it was lost. False when it is not to be had any more. */
  keep: (seat: Seat, kind: CallKind) => Promise<boolean>;
  /** Null when they have none here, or not at this device if one is named. */
  leave: (seat: { chatId: ChatId; userId: UserId; deviceId?: DeviceId }) => Promise<Left | null>;
  clear: (chatId: ChatId) => Promise<void>;
  list: (chatId: ChatId) => Promise<Sitting[]>;
  deviceOf: (chatId: ChatId, userId: UserId) => Promise<DeviceId | null>;
  chatOf: (userId: UserId) => Promise<ChatId | null>;
  /** Those that nobody has kept for so long; a node's only, if one is named. */
  listLapsed: (ms: number, nodeId?: NodeId) => Promise<Seat[]>;
}
