import { errorStatuses, sendMessage } from '@chat-app/contract';
import type { AckOf, InputOf, Message, UserId } from '@chat-app/contract';
import { socketOf } from '../api/socket.live.ts';
import { ApiError } from '../lib/api-error.ts';
import { ackTimeoutMs, emitIfConnected } from '../lib/emit-with-ack.ts';
import { readBody } from '../lib/http.ts';

interface SocketSendOptions {
  userId: UserId;
  signal: AbortSignal;
  /** The answer to a message for which nobody waits any more. No event brings this message to this device. */
  onLate: (message: Message) => void;
}

/** The message was sent over the socket and no answer came. It may have arrived. */
export class UnansweredError extends ApiError {
  constructor() {
    super({ status: 0 });
  }
}

/** Connections that left a message unanswered, until they answer it after all. A dead one can look alive for a minute. */
const silentConnections = new WeakSet<object>();

/**
 * Sends a message over the socket of this user. Resolves with null if it must be sent over HTTP instead. Throws the same
 * errors as the endpoint.
 */
export async function sendOverSocket(
  input: InputOf<typeof sendMessage>,
  { userId, signal, onLate }: SocketSendOptions,
): Promise<Message | null> {
  signal.throwIfAborted();
  const socket = socketOf(userId);
  if (!socket || silentConnections.has(socket.io.engine)) return null;
  const connection = socket.io.engine;
  const answering = emitIfConnected(socket, 'sendMessage', input);
  if (answering === null) return null;

  const answered = answering.then(readAck).finally(() => silentConnections.delete(connection));
  const limit = limitWait(signal, () => silentConnections.add(connection));
  try {
    return await Promise.race([answered, limit.ended]);
  } catch (error) {
    void answered.then(
      (message) => message && onLate(message),
      () => undefined,
    );
    throw error;
  } finally {
    limit.stop();
  }
}

function readAck(ack: AckOf<'sendMessage'> | null): Message | null {
  if (ack === null) throw new UnansweredError();
  if (ack.ok) return readBody(sendMessage, { status: 200, body: ack, retryAfterMs: undefined }).message;
  // Nodes of the previous release do not know the event. Remove this line one release later.
  if (ack.code === 'invalid_input') return null;
  const { ok: _, retryAfterSeconds, ...body } = ack;
  const retryAfterMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
  return readBody(sendMessage, { status: errorStatuses[ack.code], body, retryAfterMs }).message;
}

/** Rejects when the signal is aborted, and as unanswered after ten seconds. */
function limitWait(signal: AbortSignal, onExpired: () => void) {
  let stop = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    const timer = setTimeout(() => {
      onExpired();
      reject(new UnansweredError());
    }, ackTimeoutMs);
    signal.addEventListener('abort', abort);
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
  });
  return { ended, stop };
}
