import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type ServerOptions } from 'socket.io';
import { io as connect, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { afterTest } from '../../test/after-test.ts';
import { asId } from '../../test/as-id.ts';
import { createLogger } from '../platform/logger.ts';
import { createPrometheus } from '../platform/metrics/prometheus.ts';
import { unlimited } from '../platform/rate-limiter.ts';
import { createConnectionSlots } from './connection-slots.ts';
import { createGateway } from './gateway.ts';
import type { SocketServer } from './rooms.ts';

/** A connection of a device, until the end of the test. */
export function openSocket(url: string, options: Partial<ManagerOptions & SocketOptions> = {}): Socket {
  const socket = connect(url, { transports: ['websocket'], forceNew: true, reconnection: false, ...options });
  afterTest(() => void socket.disconnect());
  return socket;
}

/** Only the library's server, until the end of the test. */
export async function aSocketServer(options: Partial<ServerOptions> = {}) {
  const httpServer = createServer().listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  const io: SocketServer = new Server(httpServer, options);
  afterTest(() => io.close());
  return { io, url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}` };
}

/** A gateway that accepts every connection as the same person, once identified, and closes after the test. */
export async function aGateway({
  areLimitsOn = false,
  identified = async () => {},
  slots = createConnectionSlots(null),
} = {}) {
  const httpServer = createServer((_, response) => response.writeHead(404).end());
  const gateway = createGateway({
    httpServer,
    allowedOrigins: new Set(),
    isHttps: false,
    readSession: () => 'token',
    identify: async () => {
      await identified();
      return { sessionId: asId('s'), userId: asId('u'), isVerified: true };
    },
    limiter: unlimited,
    slots,
    areLimitsOn,
    trustedProxies: 0,
    logger: createLogger('silent'),
    metrics: createPrometheus(),
  });
  httpServer.listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  afterTest(async () => {
    gateway.close();
    httpServer.closeAllConnections();
    await new Promise((resolve) => httpServer.close(resolve));
  });
  return { gateway, url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}` };
}
