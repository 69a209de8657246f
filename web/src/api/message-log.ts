import type { Message, MessageId } from '@chat-app/contract';

/** What this tab holds of a chat: one stretch without holes, oldest first. */
export interface MessageLog {
  readonly messages: readonly Message[];
  /** Complete up to this place. The message that stood there may have been deleted since. */
  readonly upTo: number;
  readonly hasOlder: boolean;
  /** A log that began anew shares nothing with the one before, not even where somebody was reading. */
  readonly generation: number;
  /** Deleted while we looked: an answer that was read before must not bring them back. */
  readonly deletedIds: ReadonlySet<MessageId>;
  /** Where such messages stood. Their rows stay, empty, so that no other row changes its number. */
  readonly blanks: readonly number[];
}

/** An answer of the server: a log of its own, or only what comes after the known one. */
export interface FetchedLog extends MessageLog {
  readonly isAddition?: true;
  /** Places in the known part that have been deleted. */
  readonly gone?: readonly number[];
}

export const newestSeq = ({ upTo }: MessageLog) => upTo;
export const oldestSeq = ({ messages }: MessageLog) => messages[0]?.seq ?? 0;

const none: ReadonlySet<MessageId> = new Set();
let generations = 0;

/** A log of one page. Everything up to `head` was written before it was read. */
export function beginLog(
  page: readonly Message[],
  { hasOlder, head }: { hasOlder: boolean; head: number },
): MessageLog {
  const messages = mergeMessages([], page);
  generations += 1;
  const upTo = Math.max(head, messages.at(-1)?.seq ?? 0);
  return { messages, upTo, hasOlder, generation: generations, deletedIds: none, blanks: [] };
}

/** Both together, in the order of the chat, each message once. */
export function mergeMessages(one: readonly Message[], other: readonly Message[]): Message[] {
  const messageById = new Map([...one, ...other].map((message) => [message._id, message]));
  return [...messageById.values()].toSorted((a, b) => a.seq - b.seq);
}

/**
 * The log with a message that just arrived; null when something before it is missing: then the server must be asked, since
 * what lies in a hole would never be looked for again.
 */
export function appendMessage(log: MessageLog, message: Message): MessageLog | null {
  if (log.messages.some(({ _id }) => _id === message._id)) return log;
  if (message.seq > newestSeq(log) + 1) return null;
  // A late answer to a retry may be about a message that lies far above what is loaded: it comes with its page.
  if (message.seq < oldestSeq(log) && log.hasOlder) return log;
  return withMessages(log, [message]);
}

/** The log with the page above it. */
export function prependPage(log: MessageLog, page: readonly Message[], hasOlder: boolean): MessageLog {
  return { ...withMessages(log, page), hasOlder };
}

/** The log after a message was deleted, also one that is not in it yet. */
export function withoutMessage(log: MessageLog, messageId: MessageId): MessageLog {
  if (log.deletedIds.has(messageId)) return log;
  const deletedIds = new Set([...log.deletedIds, messageId]);
  const message = log.messages.find(({ _id }) => _id === messageId);
  return withoutPlaces({ ...log, deletedIds }, message ? [message.seq] : []);
}

/** What is known after an answer came. */
export function joinLogs(known: MessageLog | undefined, fetched: FetchedLog): MessageLog {
  if (!known || known.generation === fetched.generation) return fetched;
  if (!fetched.isAddition) {
    // What arrived while the answer was under way follows on it, unless there is a hole between.
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
  // Also the place of one that was deleted before it came is known.
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
