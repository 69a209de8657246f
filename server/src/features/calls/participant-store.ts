import type { CallMedia, ChatId, ShownMedia, UserId } from '@chat-app/contract';
import type { DeviceId, NodeId } from '../../platform/ids.ts';

/** A participant of a call, with their device and the node it is connected to. */
export interface Participant {
  readonly chatId: ChatId;
  readonly userId: UserId;
  readonly deviceId: DeviceId;
  readonly nodeId: NodeId;
}

/** A participant, listed in the order of joining. */
export type ParticipantDevice = Pick<Participant, 'userId' | 'deviceId'>;

export type JoinResult =
  /** `replacedDeviceId`: the device that was in the call before, if it was another one. */
  | { outcome: 'joined'; replacedDeviceId: DeviceId | null }
  /** `chatId`: the chat of the call that the person is in. */
  | { outcome: 'elsewhere'; chatId: ChatId }
  | { outcome: 'full' };

export interface LeaveRequest {
  readonly chatId: ChatId;
  readonly userId: UserId;
  /** Leaves only if the person is in the call on this device. */
  readonly deviceId?: DeviceId;
}

export interface LeaveResult {
  readonly deviceId: DeviceId;
  readonly isGroup: boolean;
  /** Who is still in the call. */
  readonly remaining: UserId[];
  /** What they show, if the person who left showed anything; otherwise it has not changed. */
  readonly media: CallMedia | null;
}

export type ShowResult =
  /** What all participants show now. */
  | { outcome: 'shown'; media: CallMedia }
  /** Too many other cameras are on; nothing has changed. */
  | { outcome: 'full' }
  /** The person is not in this call, or not on this device. */
  | { outcome: 'absent' };

/** A call in a chat of more than two people continues when one of two participants leaves. */
interface CallKind {
  readonly isGroup: boolean;
}

/** The participants of all calls, across nodes. A person is in at most one call, and calls never exceed their size. */
export interface ParticipantStore {
  /** Adds a participant. If they are in the call on another device, the new one replaces it. */
  join: (participant: Participant, kind: CallKind) => Promise<JoinResult>;
  /** Renews a participant of this node, and restores it if it was lost. False when it is no longer possible. */
  renew: (participant: Participant, kind: CallKind) => Promise<boolean>;
  /** Null when the person is not in this call, or not on this device if one is given. */
  leave: (request: LeaveRequest) => Promise<LeaveResult | null>;
  clear: (chatId: ChatId) => Promise<void>;
  list: (chatId: ChatId) => Promise<ParticipantDevice[]>;
  /**
   * Sets what a device in the call shows, until it leaves or another device replaces it. A screen replaces that of another
   * participant, which has to be turned off before it can return, as long as the other one is shared. Turning on what is on already changes nothing.
   */
  show: (device: Omit<Participant, 'nodeId'>, shown: ShownMedia) => Promise<ShowResult>;
  /** What the participants show. Lost together with the data of the store: `renew` does not restore it. */
  mediaOf: (chatId: ChatId) => Promise<CallMedia>;
  deviceOf: (chatId: ChatId, userId: UserId) => Promise<DeviceId | null>;
  chatOf: (userId: UserId) => Promise<ChatId | null>;
  /** Participants that were not renewed for this long. */
  listExpired: (ms: number) => Promise<Participant[]>;
  /** Participants of a node that were not renewed after this time, by the clock of the store. */
  listAbandoned: (nodeId: NodeId, since: number) => Promise<Participant[]>;
}
