import { limits, type TransferMetadata, type UserId } from '@chat-app/contract';
import type { NodeId } from '../../platform/ids.ts';
import {
  assertCanAnswer,
  assertCanCancel,
  assertCanRelay,
  assertRelaysLeft,
  isParticipant,
  participantToResume,
  transferUnknown,
} from './file-transfer.policy.ts';
import {
  type Accepted,
  deviceOf,
  type Effect,
  otherRole,
  participantOf,
  type PeerDevice,
  type Pending,
  receiverOf,
  type Role,
  roleOf,
  type Transfer,
} from './transfer.ts';

export interface Times {
  /** How long a request waits for an answer. */
  readonly pendingMs: number;
  /** How long a disconnected person has to reconnect if they cannot resume. */
  readonly graceMs: number;
  readonly resumeMs: number;
  /** How long a transfer without any events is kept. */
  readonly retentionMs: number;
}

export const defaultTimes: Times = {
  pendingMs: 5 * 60_000,
  graceMs: 10_000,
  resumeMs: limits.transferResumeMs,
  retentionMs: 24 * 60 * 60_000,
};

/** When and on which node a step is taken. */
export interface StepContext {
  readonly now: number;
  readonly nodeId: NodeId;
  readonly times: Times;
}

/** The result of a step: the next transfer, the effects and the answer. The same object means that nothing changed. */
export interface Outcome<Answer = void> {
  readonly transfer: Transfer | null;
  readonly effects: readonly Effect[];
  readonly answer: Answer;
}

/** A pure function: it may run again on a newer value. An invalid step throws and changes nothing. */
export type Step<Answer = void> = (transfer: Transfer | null, context: StepContext) => Outcome<Answer>;

/** Descriptions and candidates of both sides per connection attempt; a browser gathers a few dozen. */
const relaysPerConnection = 200;

/** False when the two have another transfer. An accepted one of the same device ends when it requests a new one. */
export function request(by: PeerDevice, targetId: UserId, metadata: TransferMetadata): Step<boolean> {
  return (known, { now, nodeId, times }) => {
    const isOwn = known?.phase === 'accepted' && isParticipant(known, by);
    if (known && !isOwn) return { transfer: known, effects: [], answer: false };
    const over = known ? cancelFor(known, otherRole(roleOf(known, by.userId))) : [];
    const sender = { ...by, nodeId, canResume: metadata.canResume === true };
    const endsAt = now + times.pendingMs;
    const transfer: Pending = { phase: 'pending', sender, receiverId: targetId, metadata, endsAt };
    return { transfer, effects: [...over, ['requested', targetId, metadata, by.userId]], answer: true };
  };
}

export function accept(by: PeerDevice, { canResume }: { canResume: boolean }): Step {
  return (known, context) => {
    assertCanAnswer(known, by.userId);
    const { sender } = known;
    const receiver = { ...by, nodeId: context.nodeId, canResume };
    const endsAt = context.now + context.times.retentionMs;
    const transfer: Accepted = { phase: 'accepted', sender, receiver, relaysLeft: relaysPerConnection, endsAt };
    const taken: Effect = ['taken', by, sender.userId];
    const there = deviceOf(sender);
    if (there) return outcome(transfer, taken, ['accepted', there, by.userId, { canResume }]);
    const waiting = removeDevice(transfer, 'sender', context);
    return outcome(waiting.transfer, taken, ...waiting.effects);
  };
}

export function reject(by: PeerDevice): Step {
  return (known) => {
    assertCanAnswer(known, by.userId);
    const { sender } = known;
    const there = deviceOf(sender);
    const taken: Effect = ['taken', by, sender.userId];
    return there ? outcome(null, taken, ['rejected', there, by.userId]) : outcome(null, taken);
  };
}

export function cancel(by: PeerDevice): Step {
  return (known) => {
    assertCanCancel(known, by);
    const effects = cancelFor(known, otherRole(roleOf(known, by.userId)));
    return participantOf(known, by.userId)
      ? outcome(null, ...effects)
      : outcome(null, ['taken', by, known.sender.userId], ...effects);
  };
}

/** Returns the device to relay to. */
export function relay(by: PeerDevice, as: Role | 'either'): Step<PeerDevice> {
  return (known, { now, times }) => {
    assertCanRelay(known, by, as);
    const other = deviceOf(known[otherRole(roleOf(known, by.userId))]);
    if (!other) throw transferUnknown();
    assertRelaysLeft(known);
    const transfer = { ...known, relaysLeft: known.relaysLeft - 1, endsAt: now + times.retentionMs };
    return { transfer, effects: [], answer: other };
  };
}

/** Also accepts the event from a new connection of the same person, sent after the previous one was lost. */
export function done(by: PeerDevice): Step {
  return (known) => {
    const isOver = known?.phase === 'accepted' && isParticipant(known, by);
    return outcome(isOver ? null : known);
  };
}

/** A device takes over for the one its person lost: the same page on a new connection, or a new page. */
export function resume(by: PeerDevice): Step {
  return (known, { now, nodeId, times }) => {
    if (!known) throw transferUnknown();
    const taken = { ...participantToResume(known, by), deviceId: by.deviceId, nodeId };
    if (known.phase === 'pending') return outcome({ ...known, sender: taken, endsAt: now + times.pendingMs });

    const role = roleOf(known, by.userId);
    const transfer: Accepted = { ...known, [role]: taken, relaysLeft: relaysPerConnection };
    const other = deviceOf(known[otherRole(role)]);
    if (!other) return outcome(transfer);
    const resumed: Effect = ['resumed', other, by.userId];
    const going = { ...transfer, endsAt: now + times.retentionMs };
    if (role === 'receiver') return outcome(going, resumed);
    // The sender may not know yet that the request was accepted while they were disconnected.
    return outcome(going, resumed, ['accepted', by, other.userId, { canResume: known.receiver.canResume }]);
  };
}

/** A device disconnected. */
export function handleDisconnect(by: PeerDevice): Step {
  return (known, context) => {
    if (!known || participantOf(known, by.userId)?.deviceId !== by.deviceId) return outcome(known);
    return removeDevice(known, roleOf(known, by.userId), context);
  };
}

/** The two are no longer friends: their transfer ends for both. */
export const endBetween: Step = (known) =>
  known ? outcome(null, ...cancelFor(known, 'sender'), ...cancelFor(known, 'receiver')) : outcome(known);

/** Ends an expired transfer for both. */
export const expire: Step = (known, { now }) => {
  if (!known || known.endsAt > now) return outcome(known);
  // Both are connected and need nothing from the server; the transfer is only forgotten.
  const isAtRest = known.phase === 'accepted' && known.sender.deviceId !== null && known.receiver.deviceId !== null;
  return isAtRest ? outcome(null) : outcome(null, ...cancelFor(known, 'sender'), ...cancelFor(known, 'receiver'));
};

function removeDevice(transfer: Transfer, role: Role, { now, times }: StepContext): Outcome {
  if (transfer.phase === 'pending') {
    return outcome({ ...transfer, sender: { ...transfer.sender, deviceId: null }, endsAt: now + times.graceMs });
  }
  const participant = { ...transfer[role], deviceId: null };
  const canResume = transfer.sender.canResume && transfer.receiver.canResume;
  const left = { ...transfer, [role]: participant, endsAt: now + (canResume ? times.resumeMs : times.graceMs) };
  const other = deviceOf(transfer[otherRole(role)]);
  return other && canResume ? outcome(left, ['paused', other, participant.userId]) : outcome(left);
}

function cancelFor(transfer: Transfer, who: Role): Effect[] {
  const { sender } = transfer;
  const receiverId = receiverOf(transfer);
  if (who === 'sender') return [['cancelled', deviceOf(sender) ?? sender.userId, receiverId]];
  const receiver = transfer.phase === 'accepted' ? deviceOf(transfer.receiver) : null;
  return [['cancelled', receiver ?? receiverId, sender.userId]];
}

const outcome = (transfer: Transfer | null, ...effects: Effect[]): Outcome => ({
  transfer,
  effects,
  answer: undefined,
});
