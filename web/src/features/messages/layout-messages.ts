import { callEndOf, type MessageId } from '@chat-app/contract';
import type { ChatMember, Message, UserId } from '@chat-app/contract';
import type { MessageLog } from '../../api/message-log.ts';
import { dayLabel } from '../../lib/day-label.ts';
import type { OutgoingMessage } from '../../state/outbox.ts';

/** Where a message stands among those that its sender said in one go. */
export type GroupPosition = 'start' | 'middle' | 'end' | 'alone';

export const beginsGroup = (position: GroupPosition) => position === 'start' || position === 'alone';
export const endsGroup = (position: GroupPosition) => position === 'end' || position === 'alone';

export interface MessageRow {
  kind: 'message';
  key: string;
  message: Message;
  /** Whose it is, under the name and with the picture they have now; null for a system message. */
  sender: Message['sender'];
  /** Set while it is on its way. */
  outgoing: OutgoingMessage | null;
  position: GroupPosition;
  /** The line above the first message of a day. */
  day: string | null;
}

/** A row that a deleted message left: without height, but in its place. */
interface BlankRow {
  kind: 'blank';
  key: string;
}

export type ListRow = MessageRow | BlankRow;

interface Shown {
  log: MessageLog;
  outgoing: readonly OutgoingMessage[];
  members: readonly ChatMember[];
  me: { id: UserId; name: string; avatar: string };
  nowMs: number;
}

/** After a longer silence somebody begins anew. */
const pauseMs = 5 * 60_000;

/** One row per place in the chat, then what is on its way. Rows come and go at the ends only. */
export function layOutMessages({ log, outgoing, members, me, nowMs }: Shown): ListRow[] {
  const arrived = new Set(log.messages.map(({ clientId }) => clientId));
  const onTheirWay = outgoing.filter(({ clientId }) => !arrived.has(clientId));
  const mergedStarts = startsOfEndedCalls(log.messages);
  const entries = [
    ...log.messages.filter(({ seq }) => !mergedStarts.has(seq)).map((message) => ({ message, outgoing: null })),
    ...onTheirWay.map((pending) => ({ message: asMessage(pending, me), outgoing: pending })),
  ];
  const memberById = new Map(members.map((member) => [member._id, member]));
  const days = entries.map(({ message }) => momentOf(message).day);
  const rows = entries.map(({ message, outgoing: pending }, index): MessageRow => {
    const before = entries[index - 1]?.message;
    const after = entries[index + 1]?.message;
    const isNewDay = days[index] !== days[index - 1];
    const followsOn = !isNewDay && belongTogether(before, message);
    const goesOn = days[index] === days[index + 1] && belongTogether(message, after);
    return {
      kind: 'message',
      key: rowKey(message),
      message,
      sender: presentSender(message.sender, memberById),
      outgoing: pending,
      position: positionOf(followsOn, goesOn),
      day: isNewDay ? dayLabel(message.createdAt, nowMs) : null,
    };
  });
  // What stands above the oldest decides how it looks. It is drawn when that is known: then it never changes its height.
  // A blank above the hidden row would stay in the list while that row is inserted below it.
  const hiddenSeq = log.hasOlder ? (rows[0]?.message.seq ?? 0) : 0;
  const blanks = [...log.blanks, ...mergedStarts].filter((seq) => seq > hiddenSeq);
  return withBlanks(log.hasOlder ? rows.slice(1) : rows, blanks);
}

/** A call is one line: once it is over, the line of its end stands for both. Returns the places of the other one. */
function startsOfEndedCalls(messages: readonly Message[]): Set<number> {
  const starts = new Set<number>();
  let lastStart: number | null = null;
  for (const { sender, content, seq } of messages) {
    const end = sender === null ? callEndOf(content) : null;
    if (end === 'start') lastStart = seq;
    if (end === 'end' && lastStart !== null) {
      starts.add(lastStart);
      lastStart = null;
    }
  }
  return starts;
}

/** One's own message keeps the key it had on its way, so that its bubble is not drawn anew when it arrives. */
function rowKey({ _id, sender, clientId }: Message): string {
  return sender?.isMine && clientId !== undefined ? `mine-${clientId}` : _id;
}

function asMessage(pending: OutgoingMessage, me: Shown['me']): Message {
  const { clientId, chatId, type, content, createdAt, size, width, height } = pending;
  return {
    // The server has given it no id yet; its own mark tells it apart meanwhile.
    _id: clientId as string as MessageId,
    chatId,
    // It has no place yet: after everything else.
    seq: Number.POSITIVE_INFINITY,
    type,
    content,
    createdAt,
    clientId,
    sender: { _id: me.id, name: me.name, avatar: me.avatar, isMine: true },
    ...(size !== undefined && { size }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  };
}

/** A message keeps the name under which it was loaded; the chat's members are kept up to date. Former members stay as loaded. */
function presentSender(sender: Message['sender'], memberById: ReadonlyMap<UserId, ChatMember>): Message['sender'] {
  const member = sender && memberById.get(sender._id);
  return member ? { ...sender, name: member.name, avatar: member.avatar } : sender;
}

function belongTogether(one: Message | undefined, next: Message | undefined): boolean {
  if (!one?.sender || !next?.sender || one.sender._id !== next.sender._id) return false;
  return momentOf(next).ms - momentOf(one).ms <= pauseMs;
}

interface Moment {
  ms: number;
  day: string;
}

const moments = new WeakMap<Message, Moment>();

/** Worked out once for each message: all of them are laid out anew whenever one comes. */
function momentOf(message: Message): Moment {
  const known = moments.get(message);
  if (known) return known;
  const date = new Date(message.createdAt);
  const moment = { ms: date.getTime(), day: date.toDateString() };
  moments.set(message, moment);
  return moment;
}

function positionOf(followsOn: boolean, goesOn: boolean): GroupPosition {
  if (followsOn) return goesOn ? 'middle' : 'end';
  return goesOn ? 'start' : 'alone';
}

function withBlanks(rows: readonly MessageRow[], blanks: readonly number[]): ListRow[] {
  if (blanks.length === 0) return [...rows];
  const places = [
    ...rows.map((row) => ({ seq: row.message.seq, row: row as ListRow })),
    ...blanks.map((seq) => ({ seq, row: { kind: 'blank', key: `blank-${seq}` } as ListRow })),
  ];
  // Those on their way have no place to compare; sorting keeps them in their order.
  return places.toSorted((a, b) => (a.seq === b.seq ? 0 : a.seq - b.seq)).map(({ row }) => row);
}
