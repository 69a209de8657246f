import { answerTexts, limits, type TransferMetadata } from '@chat-app/contract';
import { invalidInput } from '../../platform/errors.ts';

/** Somebody at one of their devices. */
export interface Party {
  readonly userId: string;
  readonly deviceId: string;
}

/** Where a party sits: at a device, or at none since its connection was lost. */
interface Seat {
  readonly userId: string;
  deviceId: string | null;
  canResume: boolean;
}

interface Pending {
  readonly phase: 'pending';
  readonly sender: Seat;
  readonly receiverId: string;
}

interface Accepted {
  readonly phase: 'accepted';
  readonly sender: Seat;
  readonly receiver: Seat;
  /** What may still be passed on; refilled with each new beginning. */
  relaysLeft: number;
}

type Transfer = (Pending | Accepted) & { timer: NodeJS.Timeout | null };

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

interface Times {
  /** How long a request waits for an answer. */
  readonly pendingMs?: number;
  /** How long somebody who was cut off has to come back, if they cannot resume. */
  readonly graceMs?: number;
  readonly resumeMs?: number;
}

/** Descriptions and candidates of one beginning, both sides together; a browser gathers a few dozen. */
const relaysPerBeginning = 200;

export type Transfers = ReturnType<typeof createTransfers>;

/** The transfers that are going on: at most one between two people. Nothing passes between them before the receiver agreed. */
export function createTransfers(tell: TransferTeller, times: Times = {}) {
  const book = createBook(tell, times);
  return { ...answering(book, tell), ...passing(book), ...leaving(book, tell), close: book.close };
}

type Book = ReturnType<typeof createBook>;

/** What is known of each pair, and when it ends by itself. */
function createBook(
  tell: TransferTeller,
  { pendingMs = 5 * 60_000, graceMs = 10_000, resumeMs = limits.transferResumeMs }: Times,
) {
  const transferByPair = new Map<string, Transfer>();

  function end(pair: string) {
    const transfer = transferByPair.get(pair);
    if (transfer?.timer) clearTimeout(transfer.timer);
    transferByPair.delete(pair);
  }

  /** Ends for both, as far as they are there to hear it. */
  function cancelFor(transfer: Transfer, who: Role[]) {
    const { sender } = transfer;
    const receiverId = receiverOf(transfer);
    end(pairOf(sender.userId, receiverId));
    if (who.includes('sender')) tell.cancelled(partyOf(sender) ?? sender.userId, receiverId);
    if (who.includes('receiver')) {
      const receiver = transfer.phase === 'accepted' ? partyOf(transfer.receiver) : null;
      tell.cancelled(receiver ?? receiverId, sender.userId);
    }
  }

  function cancelLater(transfer: Transfer, ms: number) {
    if (transfer.timer) clearTimeout(transfer.timer);
    transfer.timer = setTimeout(() => cancelFor(transfer, ['sender', 'receiver']), ms).unref();
  }

  return {
    pendingMs,
    cancelFor,
    cancelLater,
    end,
    all: () => transferByPair.values(),
    find: (userId: string, otherId: string) => transferByPair.get(pairOf(userId, otherId)) ?? null,
    keep: (pair: string, transfer: Transfer) => {
      end(pair);
      transferByPair.set(pair, transfer);
    },
    leaveSeat: (transfer: Transfer, seat: Seat, other: Seat | null) => {
      seat.deviceId = null;
      const otherParty = other && partyOf(other);
      const canResume = transfer.phase === 'accepted' && transfer.sender.canResume && transfer.receiver.canResume;
      if (otherParty && canResume) tell.paused(otherParty, seat.userId);
      cancelLater(transfer, canResume ? resumeMs : graceMs);
    },
    close: () => {
      for (const pair of transferByPair.keys()) end(pair);
    },
  };
}

/** Asking, and what the one who is asked says. */
function answering(book: Book, tell: TransferTeller) {
  return {
    /** False when the two are busy with another one. What one's own device has accepted before is over when it asks anew. */
    request({ userId, deviceId }: Party, targetId: string, metadata: TransferMetadata): boolean {
      const known = book.find(userId, targetId);
      if (known && !(known.phase === 'accepted' && seatOf(known, userId)?.deviceId === deviceId)) return false;
      if (known) book.cancelFor(known, seatRole(known, userId) === 'sender' ? ['receiver'] : ['sender']);
      const sender = { userId, deviceId, canResume: metadata.canResume === true };
      const transfer: Transfer = { phase: 'pending', sender, receiverId: targetId, timer: null };
      book.keep(pairOf(userId, targetId), transfer);
      book.cancelLater(transfer, book.pendingMs);
      tell.requested(targetId, metadata, userId);
      return true;
    },

    accept(party: Party, senderId: string, { canResume }: { canResume: boolean }): void {
      const { sender } = pendingFor(book.find(party.userId, senderId), party.userId);
      const receiver = { ...party, canResume };
      const relaysLeft = relaysPerBeginning;
      const transfer: Transfer = { phase: 'accepted', sender, receiver, relaysLeft, timer: null };
      book.keep(pairOf(party.userId, senderId), transfer);
      tell.taken(party, senderId);
      const there = partyOf(sender);
      if (there) tell.accepted(there, party.userId, { canResume });
      else book.leaveSeat(transfer, sender, receiver);
    },

    reject(party: Party, senderId: string): void {
      const { sender } = pendingFor(book.find(party.userId, senderId), party.userId);
      book.end(pairOf(party.userId, senderId));
      tell.taken(party, senderId);
      const there = partyOf(sender);
      if (there) tell.rejected(there, party.userId);
    },

    /** By whoever takes part, or by any device of the receiver while nobody has answered. */
    cancel(party: Party, otherId: string): void {
      const transfer = book.find(party.userId, otherId);
      if (!transfer) throw unknown();
      const seat = seatOf(transfer, party.userId);
      if (seat && seat.deviceId !== null && seat.deviceId !== party.deviceId) throw unknown();
      if (!seat) tell.taken(party, otherId);
      book.cancelFor(transfer, [transfer.sender.userId === party.userId ? 'receiver' : 'sender']);
    },
  };
}

/** What goes between the two once the receiver agreed. */
function passing(book: Book) {
  return {
    /** To whom something of theirs may be passed on now. Throws when it may not. */
    relay(party: Party, otherId: string, as: Role | 'either'): Party {
      const transfer = book.find(party.userId, otherId);
      if (transfer?.phase !== 'accepted') throw unknown();
      const role = seatRole(transfer, party.userId);
      if (transfer[role].deviceId !== party.deviceId || (as !== 'either' && as !== role)) throw unknown();
      const other = partyOf(transfer[role === 'sender' ? 'receiver' : 'sender']);
      if (!other) throw unknown();
      transfer.relaysLeft -= 1;
      if (transfer.relaysLeft < 0) throw invalidInput('Too many messages for one transfer');
      return other;
    },

    done(party: Party, otherId: string): void {
      const transfer = book.find(party.userId, otherId);
      if (transfer?.phase === 'accepted' && seatOf(transfer, party.userId)?.deviceId === party.deviceId) {
        book.end(pairOf(party.userId, otherId));
      }
    },
  };
}

/** Being cut off, and coming back. */
function leaving(book: Book, tell: TransferTeller) {
  return {
    /** A device takes the seat that its person lost: the same page on a new connection, or a fresh page. */
    resume(party: Party, otherId: string): void {
      const transfer = book.find(party.userId, otherId);
      const seat = transfer && seatOf(transfer, party.userId);
      if (!seat || (seat.deviceId !== null && seat.deviceId !== party.deviceId)) throw unknown();
      seat.deviceId = party.deviceId;
      if (transfer.phase === 'pending') {
        book.cancelLater(transfer, book.pendingMs);
        return;
      }
      transfer.relaysLeft = relaysPerBeginning;
      const other = partyOf(transfer[seat === transfer.sender ? 'receiver' : 'sender']);
      if (!other) return;
      if (transfer.timer) clearTimeout(transfer.timer);
      transfer.timer = null;
      tell.resumed(other, party.userId);
      // It may have been accepted while the sender was away, who does not know yet then.
      if (seat === transfer.sender) tell.accepted(party, other.userId, { canResume: transfer.receiver.canResume });
    },

    /** A device's connection is lost. */
    depart({ userId, deviceId }: Party): void {
      for (const transfer of book.all()) {
        const seat = seatOf(transfer, userId);
        if (seat?.deviceId !== deviceId) continue;
        const other = transfer.phase === 'pending' ? null : transfer[seat === transfer.sender ? 'receiver' : 'sender'];
        book.leaveSeat(transfer, seat, other);
      }
    },
  };
}

const pairOf = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`);
const unknown = () => invalidInput(answerTexts.transferUnknown);
const partyOf = ({ userId, deviceId }: Seat): Party | null => (deviceId === null ? null : { userId, deviceId });
const receiverOf = (transfer: Transfer) =>
  transfer.phase === 'pending' ? transfer.receiverId : transfer.receiver.userId;
const seatRole = ({ sender }: Transfer, userId: string): Role => (sender.userId === userId ? 'sender' : 'receiver');

/** Null for the receiver of a request that nobody has answered. */
function seatOf(transfer: Transfer, userId: string): Seat | null {
  if (transfer.sender.userId === userId) return transfer.sender;
  return transfer.phase === 'accepted' && transfer.receiver.userId === userId ? transfer.receiver : null;
}

function pendingFor(transfer: Transfer | null, receiverId: string): Pending {
  if (transfer?.phase !== 'pending' || transfer.receiverId !== receiverId) throw unknown();
  return transfer;
}
