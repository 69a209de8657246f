import type { Ack, ClientEventArgs, ClientEventName } from '@chat-app/contract';
import type { ChatSocket } from './socket.ts';

/** `unanswered`: the connection ended or the timeout expired first. The event may or may not have been handled. */
export type Answer = Ack | { readonly ok: false; readonly code: 'unanswered'; readonly message: string };

/** The database timeouts of the server are much shorter. */
const ackTimeoutMs = 10_000;

const unanswered: Answer = { ok: false, code: 'unanswered', message: 'The server did not answer. Please try again.' };

/**
 * Emits an event and resolves with the server's answer. Never rejects. While the connection is down, the event stays in
 * the send buffer until the next connect, without a time limit.
 */
export async function emitWithAck<Name extends ClientEventName>(
  socket: ChatSocket | null,
  name: Name,
  ...args: ClientEventArgs<Name>
): Promise<Answer> {
  if (!socket) return unanswered;
  const limit = limitConnectedTime(socket);
  const answered = (socket as unknown as Acknowledged).emitWithAck(name, ...args) as Promise<Ack>;
  try {
    return await Promise.race([answered, limit.expired]);
  } catch {
    return unanswered;
  } finally {
    limit.stop();
  }
}

/**
 * Expires after ten seconds on one connection. Do not use `socket.timeout()` instead: it also runs while the event
 * waits for a connection, and then removes it from the send buffer. `connected` does not show whether an event is
 * buffered: after the device was asleep it is still true while the library already buffers.
 */
function limitConnectedTime(socket: ChatSocket) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let expire: (answer: Answer) => void = () => {};
  const expired = new Promise<Answer>((resolve) => {
    expire = resolve;
  });
  const pause = () => clearTimeout(timer);
  const start = () => {
    timer = setTimeout(() => expire(unanswered), ackTimeoutMs);
  };
  socket.on('connect', start);
  socket.on('disconnect', pause);
  if (socket.connected) start();
  return {
    expired,
    stop: () => {
      pause();
      socket.off('connect', start);
      socket.off('disconnect', pause);
    },
  };
}

/** The types of the library cover only events that always have an acknowledgement. */
interface Acknowledged {
  emitWithAck: (name: string, ...args: unknown[]) => Promise<unknown>;
}
