import type { AckOf, ClientEventArgs, ClientEventName } from '@chat-app/contract';
import type { ChatSocket } from './socket.ts';

/** The connection ended or the timeout expired first. The event may or may not have been handled. */
interface Unanswered {
  readonly ok: false;
  readonly code: 'unanswered';
  readonly message: string;
}

export type Answer<Name extends ClientEventName> = AckOf<Name> | Unanswered;

/** The database timeouts of the server are much shorter. */
export const ackTimeoutMs = 10_000;

const unanswered: Unanswered = {
  ok: false,
  code: 'unanswered',
  message: 'The server did not answer. Please try again.',
};

/**
 * Emits an event and resolves with the server's answer. Never rejects. While the connection is down, the event stays in
 * the send buffer until the next connect, without a time limit.
 */
export async function emitWithAck<Name extends ClientEventName>(
  socket: ChatSocket | null,
  name: Name,
  ...args: ClientEventArgs<Name>
): Promise<Answer<Name>> {
  if (!socket) return unanswered;
  const limit = limitConnectedTime(socket);
  try {
    return await Promise.race([emit(socket, name, args), limit.expired]);
  } catch {
    return unanswered;
  } finally {
    limit.stop();
  }
}

/**
 * Emits an event over the current connection or not at all: returns null without one, and the event is not sent later
 * either. Otherwise resolves with the server's answer, however late, or with null when the connection ends first.
 */
export function emitIfConnected<Name extends ClientEventName>(
  socket: ChatSocket,
  name: Name,
  ...args: ClientEventArgs<Name>
): Promise<AckOf<Name> | null> | null {
  if (!socket.connected) return null;
  const bufferedBefore = socket.sendBuffer.length;
  const answer = emit(socket, name, args).catch(() => null);
  if (socket.sendBuffer.length === bufferedBefore) return answer;
  // The device was asleep. A volatile event would be dropped even here, but also while another packet is being written.
  socket.sendBuffer.length = bufferedBefore;
  return null;
}

/** Rejects when the connection ends first. */
function emit<Name extends ClientEventName>(
  socket: ChatSocket,
  name: Name,
  args: ClientEventArgs<Name>,
): Promise<AckOf<Name>> {
  return (socket as unknown as Acknowledged).emitWithAck(name, ...args) as Promise<AckOf<Name>>;
}

/**
 * Expires after ten seconds on one connection. Do not use `socket.timeout()` instead: it also runs while the event
 * waits for a connection, and then removes it from the send buffer. `connected` does not show whether an event is
 * buffered: after the device was asleep it is still true while the library already buffers.
 */
function limitConnectedTime(socket: ChatSocket) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let expire: (answer: Unanswered) => void = () => {};
  const expired = new Promise<Unanswered>((resolve) => {
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
