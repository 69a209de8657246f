import { quotedContent } from '@chat-app/contract';
import type { ChatId, Message, MessageChange, MessageId } from '@chat-app/contract';

export const allMessagesKey = ['messages'] as const;
export const messagesKey = (chatId: ChatId) => [...allMessagesKey, chatId] as const;

/** The loaded part of a chat, oldest first: one contiguous range, or two while a part far above is shown. */
export interface MessageLog {
  readonly messages: readonly Message[];
  /** What is not loaded between a part far above, which is shown, and the newest messages. */
  readonly gap: Gap | null;
  /** Complete up to this seq. The message with this seq may have been deleted since. */
  readonly upTo: number;
  /** All changes of the loaded messages up to this rev are applied. 0 when the server does not count them. */
  readonly rev: number;
  readonly hasOlder: boolean;
  /** How far the user had read the chat when the log was begun; null if that is unknown. */
  readonly readSeq: number | null;
  /** A new generation shares nothing with the log before, not even the scroll position. */
  readonly generation: number;
  /** Messages deleted while the chat was loaded. An outdated response must not restore them. */
  readonly deletedIds: ReadonlySet<MessageId>;
  /** The seqs of deleted messages. Their rows stay as empty ones, so that the other rows keep their index. */
  readonly blanks: readonly number[];
}

/** The seqs of the messages on both sides of what is missing. */
interface Gap {
  readonly after: number;
  readonly before: number;
}

/** What the server says has changed since the rev of a log. */
export interface FetchedChanges extends Pick<MessageLog, 'rev' | 'upTo'> {
  readonly changes: readonly MessageChange[];
}

export const newestSeq = ({ upTo }: MessageLog) => upTo;
export const oldestSeq = ({ messages }: MessageLog) => messages[0]?.seq ?? 0;
/** From here on, everything up to the newest message is loaded. */
export const oldestJoinedSeq = (log: MessageLog) => log.gap?.before ?? oldestSeq(log);

const none: ReadonlySet<MessageId> = new Set();
let generations = 0;

/** A log of one page. `head` is a seq that was known before the request, so the page covers it. */
export function beginLog(
  page: readonly Message[],
  { hasOlder, head, readSeq = null }: { hasOlder: boolean; head: number; readSeq?: number | null | undefined },
): MessageLog {
  const messages = mergeMessages([], page);
  generations += 1;
  const upTo = Math.max(head, messages.at(-1)?.seq ?? 0);
  // The page shows all changes before the latest one in it.
  const rev = Math.max(0, ...messages.map((message) => message.rev ?? 0));
  return { messages, gap: null, upTo, rev, hasOlder, readSeq, generation: generations, deletedIds: none, blanks: [] };
}

/** Both lists merged in chat order. Of two states of a message the newer one is kept. */
export function mergeMessages(one: readonly Message[], other: readonly Message[]): Message[] {
  const messageById = new Map(one.map((message) => [message._id, message]));
  for (const message of other) {
    const known = messageById.get(message._id);
    if (!known || (message.rev ?? 0) >= (known.rev ?? 0)) messageById.set(message._id, message);
  }
  return [...messageById.values()].toSorted((a, b) => a.seq - b.seq);
}

/**
 * Adds a message that just arrived, or the new state of one that changed. Returns null if a message before it is
 * missing; the caller must then fetch, because a gap inside the log would never be filled later.
 */
export function applyArrived(log: MessageLog, message: Message): MessageLog | null {
  const known = log.messages.find(({ _id }) => _id === message._id);
  if (known && (message.rev ?? 0) <= (known.rev ?? 0)) return log;
  if (message.seq > newestSeq(log) + 1) return null;
  const added = isLoaded(log, message) ? withMessages(log, [message]) : withQuotes(log, [message]);
  return advanceRev(added, message.rev);
}

/** Another message comes with its page. */
function isLoaded(log: MessageLog, { seq }: Message): boolean {
  return (seq >= oldestSeq(log) || !log.hasOlder) && !isInGap(log, seq);
}

function isInGap({ gap }: MessageLog, seq: number): boolean {
  return gap !== null && seq > gap.after && seq < gap.before;
}

/** The log with one message changed, if it is loaded. */
export function changeMessage(
  log: MessageLog,
  messageId: MessageId,
  change: (message: Message) => Message,
): MessageLog {
  return {
    ...log,
    messages: log.messages.map((message) => (message._id === messageId ? change(message) : message)),
  };
}

/** Only the next rev: with a gap, a change may be missing, which the next comparison with the server brings. */
export function advanceRev(log: MessageLog, rev: number | undefined): MessageLog {
  if (log.rev === 0 || rev !== log.rev + 1) return log;
  // Those that arrived before it.
  const revs = new Set(log.messages.map((message) => message.rev));
  let next = rev;
  while (revs.has(next + 1)) next += 1;
  return { ...log, rev: next };
}

/** Prepends the next older page. */
export function prependPage(log: MessageLog, page: readonly Message[], hasOlder: boolean): MessageLog {
  return { ...withMessages(log, page), hasOlder };
}

/** More than this many messages above the loaded ones, a message is loaded without those between. */
const farMessages = 100;

/** Whether a message is so far from the loaded ones that it is shown apart from them. */
export function isFar(log: MessageLog, seq: number): boolean {
  return isInGap(log, seq) || (log.hasOlder && seq < oldestSeq(log) - farMessages);
}

/** Whether a message is loaded, or about to be, but not in the part that is shown. */
export const isBelowGap = ({ gap }: MessageLog, seq: number) => gap !== null && seq >= gap.before;

/** Shows a page far above the newest messages, unless it turns out to follow on from them. */
export function openWindow(log: MessageLog, page: readonly Message[], hasOlder: boolean): MessageLog {
  const joined = closeWindow(log);
  if (page.length === 0) return joined;
  const after = Math.max(0, ...page.map(({ seq }) => seq));
  const before = joined.messages[0]?.seq ?? joined.upTo + 1;
  const isApart = after + 1 < before;
  if (isApart) generations += 1;
  const gap = isApart ? { after, before } : null;
  return { ...withMessages({ ...joined, gap }, page), hasOlder, generation: isApart ? generations : joined.generation };
}

/** Appends the next newer page to the part far above. When nothing is missing any more, the two parts are one. */
export function extendWindow(log: MessageLog, page: readonly Message[], hasNewer: boolean): MessageLog {
  if (!log.gap) return log;
  const after = Math.max(log.gap.after, ...page.map(({ seq }) => seq));
  const isClosed = !hasNewer || after + 1 >= log.gap.before;
  return { ...withMessages(log, page), gap: isClosed ? null : { ...log.gap, after } };
}

/** Shows the newest messages again, and forgets the part far above. */
export function closeWindow(log: MessageLog): MessageLog {
  const { gap } = log;
  if (!gap) return log;
  generations += 1;
  const messages = log.messages.filter(({ seq }) => seq >= gap.before);
  const blanks = log.blanks.filter((seq) => seq >= gap.before);
  return { ...log, messages, blanks, gap: null, hasOlder: true, generation: generations };
}

/** What the list shows: everything, or only the part far above. */
export function shownPart({ messages, blanks, gap }: MessageLog): Pick<MessageLog, 'messages' | 'blanks'> {
  if (!gap) return { messages, blanks };
  return {
    messages: messages.filter(({ seq }) => seq <= gap.after),
    blanks: blanks.filter((seq) => seq <= gap.after),
  };
}

/** The log after a message was deleted. The message need not be loaded yet. */
export function withoutMessage(log: MessageLog, messageId: MessageId, rev?: number): MessageLog {
  if (log.deletedIds.has(messageId)) return advanceRev(log, rev);
  const deletedIds = new Set([...log.deletedIds, messageId]);
  const message = log.messages.find(({ _id }) => _id === messageId);
  return advanceRev(withoutPlaces(withQuotes({ ...log, deletedIds }, []), message ? [message.seq] : []), rev);
}

/**
 * Merges the newest page into the known log. Changes that arrived during the request are kept, and messages follow it,
 * unless there is a gap.
 */
export function joinLogs(known: MessageLog | undefined, fetched: MessageLog): MessageLog {
  if (!known || known.generation === fetched.generation) return fetched;
  const isJoined = oldestSeq(known) <= fetched.upTo + 1;
  const fetchedIds = new Set(fetched.messages.map(({ _id }) => _id));
  const kept = known.messages.filter(({ _id, seq }) => fetchedIds.has(_id) || (isJoined && seq > fetched.upTo));
  const begun = { ...fetched, messages: [], deletedIds: known.deletedIds };
  return withMessages(begun, [...kept, ...fetched.messages]);
}

/** The log after what changed on the server. Changes of messages before the loaded part are left out. */
export function applyChanges(log: MessageLog, { changes, rev, upTo }: FetchedChanges): MessageLog {
  const deleted = changes.flatMap((change) => ('deleted' in change ? change.deleted : []));
  const changed = changes.flatMap((change) => ('message' in change ? change.message : []));
  const left = withoutPlaces(
    { ...log, deletedIds: new Set([...log.deletedIds, ...deleted.map(({ _id }) => _id)]) },
    deleted.map(({ seq }) => seq),
  );
  const loaded = changed.filter((message) => isLoaded(log, message));
  const applied = withQuotes(withMessages(left, loaded), changed);
  return { ...applied, rev: Math.max(log.rev, rev), upTo: Math.max(applied.upTo, upTo) };
}

function withMessages(log: MessageLog, added: readonly Message[]): MessageLog {
  const messages = mergeMessages(
    log.messages,
    added.filter(({ _id, seq }) => !log.deletedIds.has(_id) && !log.blanks.includes(seq)),
  );
  // The seq of a message that was deleted before it arrived counts too.
  const upTo = added.reduce((highest, { seq }) => Math.max(highest, seq), log.upTo);
  return withQuotes({ ...log, messages, upTo }, added);
}

/** Replies show what became of their originals, which need not be loaded. */
function withQuotes(log: MessageLog, changed: readonly Message[]): MessageLog {
  if (!log.messages.some(({ replyTo }) => replyTo)) return log;
  const originals = new Map(changed.map((message) => [message._id, message]));
  const messages = log.messages.map((message) => {
    const quote = message.replyTo;
    if (!quote || quote.isDeleted) return message;
    if (log.deletedIds.has(quote._id)) return { ...message, replyTo: { ...quote, content: '', isDeleted: true } };
    const original = originals.get(quote._id);
    const content = original ? quotedContent(original) : quote.content;
    return content === quote.content ? message : { ...message, replyTo: { ...quote, content } };
  });
  return { ...log, messages };
}

function withoutPlaces(log: MessageLog, places: readonly number[]): MessageLog {
  const isGone = new Set(places);
  const gone = log.messages.filter(({ seq }) => isGone.has(seq));
  if (gone.length === 0) return log;
  const left = {
    ...log,
    messages: log.messages.filter(({ seq }) => !isGone.has(seq)),
    blanks: [...log.blanks, ...gone.map(({ seq }) => seq)],
    deletedIds: new Set([...log.deletedIds, ...gone.map(({ _id }) => _id)]),
  };
  return shownPart(left).messages.length > 0 ? left : closeWindow(left);
}
