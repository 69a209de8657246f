import type { Ack, ClientEventArgs, ClientEventName } from '@chat-app/contract';
import type { ChatSocket } from './socket.ts';

/** `unanswered`: the connection or the time ran out first, and nobody knows whether the event was taken. */
export type Answer = Ack | { readonly ok: false; readonly code: 'unanswered'; readonly message: string };

/** The server gives up on its database long before. */
const ackTimeoutMs = 10_000;

const unanswered: Answer = { ok: false, code: 'unanswered', message: 'The server did not answer. Please try again.' };

/**
 * Sends an event and resolves with the server's answer; never rejects. While the connection is down the event waits for the
 * next one, for as long as that takes.
 */
export async function emitWithAck<Name extends ClientEventName>(
  socket: ChatSocket | null,
  name: Name,
  ...args: ClientEventArgs<Name>
): Promise<Answer> {
  if (!socket) return unanswered;
  // The library counts the time from here on, and would drop an event that waits for the connection.
  const sender = (socket.connected ? socket.timeout(ackTimeoutMs) : socket) as unknown as Acknowledged;
  try {
    return (await sender.emitWithAck(name, ...args)) as Ack;
  } catch {
    return unanswered;
  }
}

/** The library's own types know only events that always have an acknowledgement. */
interface Acknowledged {
  emitWithAck: (name: string, ...args: unknown[]) => Promise<unknown>;
}
