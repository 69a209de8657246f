/** Somebody's place in a call, the device they sit at, and the node that device is connected to. */
export interface Seat {
  readonly chatId: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly nodeId: string;
}

/** Those who sit in a call, in the order in which they came. */
export type Sitting = Pick<Seat, 'userId' | 'deviceId'>;

export type Taking =
  /** `before`: the device that held the seat, if another one did. */
  | { outcome: 'taken'; before: string | null }
  /** `chatId`: the chat of the call they are in. */
  | { outcome: 'elsewhere'; chatId: string }
  | { outcome: 'full' };

export interface Left {
  readonly deviceId: string;
  readonly isGroup: boolean;
  /** Who is still there. */
  readonly people: string[];
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
  leave: (seat: { chatId: string; userId: string; deviceId?: string }) => Promise<Left | null>;
  clear: (chatId: string) => Promise<void>;
  list: (chatId: string) => Promise<Sitting[]>;
  deviceOf: (chatId: string, userId: string) => Promise<string | null>;
  chatOf: (userId: string) => Promise<string | null>;
  /** Those that nobody has kept for so long; a node's only, if one is named. */
  listLapsed: (ms: number, nodeId?: string) => Promise<Seat[]>;
}
