import { callOfSystemMessage, type MessageId } from '@chat-app/contract';
import type { ChatMember, Message, UserId } from '@chat-app/contract';
import { shownPart } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';
import { dayLabel } from '../../format/day-label.ts';
import type { OutgoingMessage } from '../../outbox/outgoing.ts';

/** The position of a message within a group of consecutive messages of one sender. */
export type GroupPosition = 'start' | 'middle' | 'end' | 'alone';

export const beginsGroup = (position: GroupPosition) => position === 'start' || position === 'alone';
export const endsGroup = (position: GroupPosition) => position === 'end' || position === 'alone';

export interface MessageRow {
  kind: 'message';
  key: string;
  message: Message;
  /** The sender with the current name and avatar; null for a system message. */
  sender: Message['sender'];
  /** Set until the server has confirmed the message. */
  outgoing: OutgoingMessage | null;
  position: GroupPosition;
  /** The label above the first message of a day. */
  day: string | null;
  /** The 'New messages' divider is above it. */
  isFirstUnread: boolean;
}

/** The empty row of a deleted message. It has no height, but keeps the index of the other rows. */
interface BlankRow {
  kind: 'blank';
  key: string;
}

export type ListRow = MessageRow | BlankRow;

interface LayoutInput {
  log: MessageLog;
  outgoing: readonly OutgoingMessage[];
  members: readonly ChatMember[];
  me: { id: UserId; name: string; avatar: string };
  nowMs: number;
  /** The message below the 'New messages' divider. */
  firstUnreadSeq?: number | null;
}

/** A longer pause starts a new group. */
const groupGapMs = 5 * 60_000;

/** One row per `seq` in the chat, then the outgoing messages. Rows are added and removed only at the ends. */
export function layOutMessages({ log, outgoing, members, me, nowMs, firstUnreadSeq = null }: LayoutInput): ListRow[] {
  const { messages, blanks: deleted } = shownPart(log);
  const arrived = new Set(messages.map(({ clientId }) => clientId));
  // They follow the newest message, which need not be shown.
  const pendingMessages = log.gap ? [] : outgoing.filter(({ clientId }) => !arrived.has(clientId));
  const mergedStarts = startsOfEndedCalls(messages);
  const entries = [
    ...messages.filter(({ seq }) => !mergedStarts.has(seq)).map((message) => ({ message, outgoing: null })),
    ...pendingMessages.map((pending) => ({ message: asMessage(pending, me), outgoing: pending })),
  ];
  const memberById = new Map(members.map((member) => [member._id, member]));
  const days = entries.map(({ message }) => momentOf(message).day);
  const rows = entries.map(({ message, outgoing: pending }, index): MessageRow => {
    const before = entries[index - 1]?.message;
    const after = entries[index + 1]?.message;
    const isNewDay = days[index] !== days[index - 1];
    const isFirstUnread = message.seq === firstUnreadSeq;
    const joinsPrevious = !isNewDay && !isFirstUnread && belongTogether(before, message);
    const joinsNext =
      days[index] === days[index + 1] && after?.seq !== firstUnreadSeq && belongTogether(message, after);
    return {
      kind: 'message',
      key: rowKey(message),
      message,
      sender: withCurrentProfile(message.sender, memberById),
      outgoing: pending,
      position: positionOf(joinsPrevious, joinsNext),
      day: isNewDay ? dayLabel(message.createdAt, nowMs) : null,
      isFirstUnread,
    };
  });
  // The layout of the oldest message depends on the one above it. It is hidden until that is loaded, so that its height
  // never changes. A blank above the hidden row would stay in the list while that row is inserted below it.
  const hiddenSeq = log.hasOlder ? (rows[0]?.message.seq ?? 0) : 0;
  const blanks = [...deleted, ...mergedStarts].filter((seq) => seq > hiddenSeq);
  return withBlanks(log.hasOlder ? rows.slice(1) : rows, blanks);
}

/** An ended call is shown as one system message, that of its end. Returns the `seq` of the start messages to hide. */
function startsOfEndedCalls(messages: readonly Message[]): Set<number> {
  const starts = new Set<number>();
  let lastStart: number | null = null;
  for (const { sender, content, seq } of messages) {
    const end = sender === null ? callOfSystemMessage(content)?.end : undefined;
    if (end === 'start') lastStart = seq;
    if (end === 'end' && lastStart !== null) {
      starts.add(lastStart);
      lastStart = null;
    }
  }
  return starts;
}

/** A message of the signed-in user keeps the key of its outgoing row, so that the bubble does not remount. */
function rowKey({ _id, sender, clientId }: Message): string {
  return sender?.isMine && clientId !== undefined ? `mine-${clientId}` : _id;
}

function asMessage(pending: OutgoingMessage, me: LayoutInput['me']): Message {
  const { clientId, chatId, type, content, createdAt, replyTo, mentions, size, width, height } = pending;
  const { durationMs, waveform, previewUrl } = pending;
  return {
    // The server has not assigned an id yet; the client id identifies the message meanwhile.
    _id: clientId as string as MessageId,
    chatId,
    // It has no `seq` yet, so it is sorted last.
    seq: Number.POSITIVE_INFINITY,
    type,
    content,
    createdAt,
    clientId,
    sender: { _id: me.id, name: me.name, avatar: me.avatar, isMine: true },
    ...(replyTo && { replyTo }),
    ...(mentions && { mentions: [...mentions] }),
    ...(size !== undefined && { size }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(durationMs !== undefined && { durationMs }),
    ...(waveform && { waveform: [...waveform] }),
    // Played from this device until it is sent.
    ...(type === 'voice' && previewUrl !== undefined && { url: previewUrl }),
  };
}

/** Uses the current name and avatar of a member. Former members keep those loaded with the message. */
function withCurrentProfile(sender: Message['sender'], memberById: ReadonlyMap<UserId, ChatMember>): Message['sender'] {
  const member = sender && memberById.get(sender._id);
  return member ? { ...sender, name: member.name, avatar: member.avatar } : sender;
}

function belongTogether(one: Message | undefined, next: Message | undefined): boolean {
  if (!one?.sender || !next?.sender || one.sender._id !== next.sender._id) return false;
  return momentOf(next).ms - momentOf(one).ms <= groupGapMs;
}

interface Moment {
  ms: number;
  day: string;
}

const moments = new WeakMap<Message, Moment>();

/** Cached per message, because every new message triggers a layout of all of them. */
function momentOf(message: Message): Moment {
  const known = moments.get(message);
  if (known) return known;
  const date = new Date(message.createdAt);
  const moment = { ms: date.getTime(), day: date.toDateString() };
  moments.set(message, moment);
  return moment;
}

function positionOf(joinsPrevious: boolean, joinsNext: boolean): GroupPosition {
  if (joinsPrevious) return joinsNext ? 'middle' : 'end';
  return joinsNext ? 'start' : 'alone';
}

function withBlanks(rows: readonly MessageRow[], blanks: readonly number[]): ListRow[] {
  if (blanks.length === 0) return [...rows];
  const places = [
    ...rows.map((row) => ({ seq: row.message.seq, row: row as ListRow })),
    ...blanks.map((seq) => ({ seq, row: { kind: 'blank', key: `blank-${seq}` } as ListRow })),
  ];
  // Outgoing messages all have the same `seq`; the stable sort keeps their order.
  return places.toSorted((a, b) => (a.seq === b.seq ? 0 : a.seq - b.seq)).map(({ row }) => row);
}
