import type { ChatId, Message, MessageId } from '@chat-app/contract';

export const allMessagesKey = ['messages'] as const;
export const messagesKey = (chatId: ChatId) => [...allMessagesKey, chatId] as const;

/** The loaded part of a chat: one contiguous range, oldest first. */
export interface MessageLog {
  readonly messages: readonly Message[];
  /** Complete up to this seq. The message with this seq may have been deleted since. */
  readonly upTo: number;
  readonly hasOlder: boolean;
  /** A new generation shares nothing with the log before, not even the scroll position. */
  readonly generation: number;
  /** Messages deleted while the chat was loaded. An outdated response must not restore them. */
  readonly deletedIds: ReadonlySet<MessageId>;
  /** The seqs of deleted messages. Their rows stay as empty ones, so that the other rows keep their index. */
  readonly blanks: readonly number[];
}

/** A response of the server: a complete log, or only the messages after the known one. */
export interface FetchedLog extends MessageLog {
  readonly isAddition?: true;
  /** Seqs in the known part that have been deleted. */
  readonly gone?: readonly number[];
}

export const newestSeq = ({ upTo }: MessageLog) => upTo;
export const oldestSeq = ({ messages }: MessageLog) => messages[0]?.seq ?? 0;

const none: ReadonlySet<MessageId> = new Set();
let generations = 0;

/** A log of one page. `head` is a seq that was known before the request, so the page covers it. */
export function beginLog(
  page: readonly Message[],
  { hasOlder, head }: { hasOlder: boolean; head: number },
): MessageLog {
  const messages = mergeMessages([], page);
  generations += 1;
  const upTo = Math.max(head, messages.at(-1)?.seq ?? 0);
  return { messages, upTo, hasOlder, generation: generations, deletedIds: none, blanks: [] };
}

/** Both lists merged in chat order, without duplicates. */
export function mergeMessages(one: readonly Message[], other: readonly Message[]): Message[] {
  const messageById = new Map([...one, ...other].map((message) => [message._id, message]));
  return [...messageById.values()].toSorted((a, b) => a.seq - b.seq);
}

/**
 * Appends a message that just arrived. Returns null if a message before it is missing; the caller must then fetch,
 * because a gap inside the log would never be filled later.
 */
export function appendMessage(log: MessageLog, message: Message): MessageLog | null {
  if (log.messages.some(({ _id }) => _id === message._id)) return log;
  if (message.seq > newestSeq(log) + 1) return null;
  // A late response to a retry may carry a message far above the loaded part. Its page will bring it.
  if (message.seq < oldestSeq(log) && log.hasOlder) return log;
  return withMessages(log, [message]);
}

/** Prepends the next older page. */
export function prependPage(log: MessageLog, page: readonly Message[], hasOlder: boolean): MessageLog {
  return { ...withMessages(log, page), hasOlder };
}

/** The log after a message was deleted. The message need not be loaded yet. */
export function withoutMessage(log: MessageLog, messageId: MessageId): MessageLog {
  if (log.deletedIds.has(messageId)) return log;
  const deletedIds = new Set([...log.deletedIds, messageId]);
  const message = log.messages.find(({ _id }) => _id === messageId);
  return withoutPlaces({ ...log, deletedIds }, message ? [message.seq] : []);
}

/** Merges a response into the known log. */
export function joinLogs(known: MessageLog | undefined, fetched: FetchedLog): MessageLog {
  if (!known || known.generation === fetched.generation) return fetched;
  if (!fetched.isAddition) {
    // Messages that arrived during the request follow the response, unless there is a gap.
    const later = oldestSeq(known) <= fetched.upTo + 1 ? known.messages.filter(({ seq }) => seq > fetched.upTo) : [];
    const begun = { ...fetched, messages: [], deletedIds: known.deletedIds };
    return withMessages(begun, [...fetched.messages, ...later]);
  }
  const left = withoutPlaces(known, fetched.gone ?? []);
  if (fetched.messages.length === 0 && fetched.upTo <= left.upTo) return left;
  const joined = withMessages(left, fetched.messages);
  return { ...joined, upTo: Math.max(joined.upTo, fetched.upTo) };
}

function withMessages(log: MessageLog, added: readonly Message[]): MessageLog {
  const messages = mergeMessages(
    log.messages,
    added.filter(({ _id, seq }) => !log.deletedIds.has(_id) && !log.blanks.includes(seq)),
  );
  // The seq of a message that was deleted before it arrived counts too.
  return { ...log, messages, upTo: added.reduce((highest, { seq }) => Math.max(highest, seq), log.upTo) };
}

function withoutPlaces(log: MessageLog, places: readonly number[]): MessageLog {
  const isGone = new Set(places);
  const gone = log.messages.filter(({ seq }) => isGone.has(seq));
  if (gone.length === 0) return log;
  return {
    ...log,
    messages: log.messages.filter(({ seq }) => !isGone.has(seq)),
    blanks: [...log.blanks, ...gone.map(({ seq }) => seq)],
    deletedIds: new Set([...log.deletedIds, ...gone.map(({ _id }) => _id)]),
  };
}
