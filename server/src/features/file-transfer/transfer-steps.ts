import { answerTexts, limits, type TransferMetadata, type UserId } from '@chat-app/contract';
import { AppError, invalidInput } from '../../platform/errors.ts';
import type { NodeId } from '../../platform/ids.ts';
import {
  type Accepted,
  type Effect,
  otherRole,
  type Party,
  partyOf,
  type Pending,
  receiverOf,
  type Role,
  roleOf,
  seatOf,
  type Transfer,
} from './transfer.ts';

export interface Times {
  /** How long a request waits for an answer. */
  readonly pendingMs: number;
  /** How long a disconnected person has to reconnect if they cannot resume. */
  readonly graceMs: number;
  readonly resumeMs: number;
  /** How long a transfer without any events is kept. */
  readonly forgetMs: number;
}

export const usualTimes: Times = {
  pendingMs: 5 * 60_000,
  graceMs: 10_000,
  resumeMs: limits.transferResumeMs,
  forgetMs: 24 * 60 * 60_000,
};

/** When and on which node a step is taken. */
export interface Moment {
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
export type Step<Answer = void> = (transfer: Transfer | null, moment: Moment) => Outcome<Answer>;

/** Descriptions and candidates of both sides per connection attempt; a browser gathers a few dozen. */
const relaysPerBeginning = 200;

/** False when the two have another transfer. An accepted one of the same device ends when it requests a new one. */
export function request(by: Party, targetId: UserId, metadata: TransferMetadata): Step<boolean> {
  return (known, { now, nodeId, times }) => {
    const isOwn = known?.phase === 'accepted' && holdsSeat(known, by);
    if (known && !isOwn) return { transfer: known, effects: [], answer: false };
    const over = known ? cancelFor(known, otherRole(roleOf(known, by.userId))) : [];
    const sender = { ...by, nodeId, canResume: metadata.canResume === true };
    const endsAt = now + times.pendingMs;
    const transfer: Pending = { phase: 'pending', sender, receiverId: targetId, metadata, endsAt };
    return { transfer, effects: [...over, ['requested', targetId, metadata, by.userId]], answer: true };
  };
}

export function accept(by: Party, { canResume }: { canResume: boolean }): Step {
  return (known, moment) => {
    const { sender } = pendingFor(known, by.userId);
    const receiver = { ...by, nodeId: moment.nodeId, canResume };
    const endsAt = moment.now + moment.times.forgetMs;
    const transfer: Accepted = { phase: 'accepted', sender, receiver, relaysLeft: relaysPerBeginning, endsAt };
    const taken: Effect = ['taken', by, sender.userId];
    const there = partyOf(sender);
    if (there) return follows(transfer, taken, ['accepted', there, by.userId, { canResume }]);
    const waiting = vacate(transfer, 'sender', moment);
    return follows(waiting.transfer, taken, ...waiting.effects);
  };
}

export function reject(by: Party): Step {
  return (known) => {
    const { sender } = pendingFor(known, by.userId);
    const there = partyOf(sender);
    const taken: Effect = ['taken', by, sender.userId];
    return there ? follows(null, taken, ['rejected', there, by.userId]) : follows(null, taken);
  };
}

/** By a device that takes part, or by any device of the receiver while the request is unanswered. */
export function cancel(by: Party): Step {
  return (known) => {
    if (!known) throw unknown();
    const seat = seatOf(known, by.userId);
    if (seat && seat.deviceId !== null && seat.deviceId !== by.deviceId) throw unknown();
    const told = cancelFor(known, otherRole(roleOf(known, by.userId)));
    return seat ? follows(null, ...told) : follows(null, ['taken', by, known.sender.userId], ...told);
  };
}

/** Returns the party to relay to. */
export function relay(by: Party, as: Role | 'either'): Step<Party> {
  return (known, { now, times }) => {
    if (known?.phase !== 'accepted') throw unknown();
    const role = roleOf(known, by.userId);
    if (known[role].deviceId !== by.deviceId || (as !== 'either' && as !== role)) throw unknown();
    const other = partyOf(known[otherRole(role)]);
    if (!other) throw unknown();
    if (known.relaysLeft === 0) throw invalidInput('Too many messages for one transfer');
    const transfer = { ...known, relaysLeft: known.relaysLeft - 1, endsAt: now + times.forgetMs };
    return { transfer, effects: [], answer: other };
  };
}

/** Also accepts the event from a new connection of the same person, sent after the previous one was lost. */
export function done(by: Party): Step {
  return (known) => {
    const isOver = known?.phase === 'accepted' && holdsSeat(known, by);
    return follows(isOver ? null : known);
  };
}

/** A device takes over for the one its person lost: the same page on a new connection, or a new page. */
export function resume(by: Party): Step {
  return (known, { now, nodeId, times }) => {
    const seat = known && seatOf(known, by.userId);
    if (!seat || (seat.deviceId !== null && seat.deviceId !== by.deviceId)) throw unknown();
    const taken = { ...seat, deviceId: by.deviceId, nodeId };
    if (known.phase === 'pending') return follows({ ...known, sender: taken, endsAt: now + times.pendingMs });

    const role = roleOf(known, by.userId);
    const transfer: Accepted = { ...known, [role]: taken, relaysLeft: relaysPerBeginning };
    const other = partyOf(known[otherRole(role)]);
    if (!other) return follows(transfer);
    const resumed: Effect = ['resumed', other, by.userId];
    const going = { ...transfer, endsAt: now + times.forgetMs };
    if (role === 'receiver') return follows(going, resumed);
    // The sender may not know yet that the request was accepted while they were disconnected.
    return follows(going, resumed, ['accepted', by, other.userId, { canResume: known.receiver.canResume }]);
  };
}

/** A device disconnected. */
export function depart(by: Party): Step {
  return (known, moment) => {
    if (!known || seatOf(known, by.userId)?.deviceId !== by.deviceId) return follows(known);
    return vacate(known, roleOf(known, by.userId), moment);
  };
}

/** The two are no longer friends: their transfer ends for both. */
export const part: Step = (known) =>
  known ? follows(null, ...cancelFor(known, 'sender'), ...cancelFor(known, 'receiver')) : follows(known);

/** Ends an expired transfer for both. */
export const expire: Step = (known, { now }) => {
  if (!known || known.endsAt > now) return follows(known);
  // Both are connected and need nothing from the server; the transfer is only forgotten.
  const isAtRest = known.phase === 'accepted' && known.sender.deviceId !== null && known.receiver.deviceId !== null;
  return isAtRest ? follows(null) : follows(null, ...cancelFor(known, 'sender'), ...cancelFor(known, 'receiver'));
};

function vacate(transfer: Transfer, role: Role, { now, times }: Moment): Outcome {
  if (transfer.phase === 'pending') {
    return follows({ ...transfer, sender: { ...transfer.sender, deviceId: null }, endsAt: now + times.graceMs });
  }
  const seat = { ...transfer[role], deviceId: null };
  const canResume = transfer.sender.canResume && transfer.receiver.canResume;
  const left = { ...transfer, [role]: seat, endsAt: now + (canResume ? times.resumeMs : times.graceMs) };
  const other = partyOf(transfer[otherRole(role)]);
  return other && canResume ? follows(left, ['paused', other, seat.userId]) : follows(left);
}

function cancelFor(transfer: Transfer, who: Role): Effect[] {
  const { sender } = transfer;
  const receiverId = receiverOf(transfer);
  if (who === 'sender') return [['cancelled', partyOf(sender) ?? sender.userId, receiverId]];
  const receiver = transfer.phase === 'accepted' ? partyOf(transfer.receiver) : null;
  return [['cancelled', receiver ?? receiverId, sender.userId]];
}

const follows = (transfer: Transfer | null, ...effects: Effect[]): Outcome => ({
  transfer,
  effects,
  answer: undefined,
});
/** True for the person's device in the transfer, or for any of their devices if none is connected. */
function holdsSeat(transfer: Transfer, { userId, deviceId }: Party): boolean {
  const seat = seatOf(transfer, userId);
  return seat !== null && (seat.deviceId === null || seat.deviceId === deviceId);
}

const unknown = () => new AppError('not_found', answerTexts.transferUnknown);

function pendingFor(transfer: Transfer | null, receiverId: UserId): Pending {
  if (transfer?.phase !== 'pending' || transfer.receiverId !== receiverId) throw unknown();
  return transfer;
}
