import type { Message } from '@chat-app/contract';

/** What this tab holds of a chat: one stretch without holes, oldest first. */
export interface MessageLog {
  readonly messages: readonly Message[];
  readonly hasOlder: boolean;
  /** Where it grew last: what comes in above must not move what is being read. */
  readonly growth: 'above' | 'below';
}

/** An answer of the server: a log of its own, or only what comes after the known one. */
export interface FetchedLog extends MessageLog {
  readonly isAddition?: true;
}

export const newestSeq = ({ messages }: MessageLog) => messages.at(-1)?.seq ?? 0;
export const oldestSeq = ({ messages }: MessageLog) => messages[0]?.seq ?? 0;

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
  return { ...log, messages: mergeMessages(log.messages, [message]), growth: 'below' };
}

/** What is known after an answer came. */
export function joinLogs(known: MessageLog | undefined, fetched: FetchedLog): MessageLog {
  if (!known || !fetched.isAddition) return fetched;
  if (fetched.messages.length === 0) return known;
  return { ...known, messages: mergeMessages(known.messages, fetched.messages), growth: 'below' };
}
