import type { EventRefusal } from '@chat-app/contract';
import type { IncomingMessage } from 'node:http';
import type { Caller, Identify } from '../platform/authentication.ts';
import { clientAddress, networkOf } from '../platform/client-address.ts';
import { AppError, unavailable } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { type RateLimiter, consume } from '../platform/rate-limiter.ts';
import type { ConnectionSlots } from './connection-slots.ts';
import { type ClientSocket, deviceIdOf } from './rooms.ts';

interface HandshakeDeps {
  readSession: (cookieHeader: string | undefined) => string | null;
  identify: Identify;
  limiter: RateLimiter;
  slots: ConnectionSlots;
  areLimitsOn: boolean;
  networkOfPeer: NetworkReader;
  logger: Logger;
}

interface Peer {
  readonly address: string;
  readonly headers: IncomingMessage['headers'];
}

type NetworkReader = (peer: Peer) => string;

/** Per network. */
const failedHandshakes = { limit: 300, windowMs: 60_000 };

/** Socket.IO middleware: lets verified sessions connect, and logs and answers refusals. */
export function createHandshake(deps: HandshakeDeps) {
  const { readSession, identify, limiter, slots, areLimitsOn, networkOfPeer, logger } = deps;
  const logRefusal = createRefusalLog(logger, networkOfPeer);

  async function authorize(socket: ClientSocket) {
    const token = readSession(socket.handshake.headers.cookie);
    const caller = token === null ? null : await identify(token);
    if (caller) socket.data = caller;
    if (!caller?.isVerified || claimsOther(socket, caller)) {
      await consume(limiter, `handshake:${networkOfPeer(socket.handshake)}`, failedHandshakes);
      throw new AppError('unauthenticated', 'unauthorized');
    }
    if (areLimitsOn && !(await holdSlot(socket, slots))) throw new AppError('rate_limited', 'too many connections');
  }

  async function handle(socket: ClientSocket, next: (error?: Error) => void) {
    try {
      await authorize(socket);
      next();
    } catch (error) {
      logRefusal(socket, error);
      const { code, message } = error instanceof AppError ? error : unavailable('unavailable');
      // Socket.IO sends `data` to the client, which decides by the code.
      next(Object.assign(new Error(message), { data: { code } satisfies EventRefusal }));
    }
  }

  return (socket: ClientSocket, next: (error?: Error) => void) => void handle(socket, next);
}

/** A page may name its user: a tab that was left open must not send messages as the one who signed in after that. */
function claimsOther({ handshake }: ClientSocket, { userId }: Caller): boolean {
  const claimed: unknown = handshake.auth['userId'];
  return claimed !== undefined && claimed !== userId;
}

/** Takes a slot for as long as the socket is connected, or until its connection closes before that. */
async function holdSlot(socket: ClientSocket, slots: ConnectionSlots): Promise<boolean> {
  const { conn, data } = socket;
  // It has closed already: it needs no slot, and no event would release it.
  if (conn.readyState === 'closed') return true;
  const release = () => {
    // A client can connect and disconnect over the same connection any number of times.
    conn.off('close', release);
    slots.release(data.userId, deviceIdOf(socket));
  };
  conn.once('close', release);
  socket.once('disconnect', release);
  const isTaken = await slots.take(data.userId, deviceIdOf(socket));
  if (!isTaken) release();
  return isTaken;
}

/** The network of a peer behind this many proxies. */
export function createNetworkReader(trustedProxies: number): NetworkReader {
  return ({ address, headers }) =>
    networkOf(clientAddress({ address, forwardedFor: headers['x-forwarded-for'], trustedProxies }));
}

/** Logs once per connection: a refused client can ask again over the same one any number of times. */
function createRefusalLog(logger: Logger, networkOfPeer: NetworkReader) {
  const logged = new WeakSet<object>();
  return ({ conn, data, handshake }: ClientSocket, error: unknown) => {
    if (logged.has(conn)) return;
    logged.add(conn);
    const fields = { network: networkOfPeer(handshake), userId: data.userId };
    if (error instanceof AppError) logger.info({ ...fields, code: error.code }, 'connection refused');
    else logger.warn({ ...fields, code: 'unavailable', err: error }, 'connection refused');
  };
}
