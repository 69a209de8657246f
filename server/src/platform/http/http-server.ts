import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { AppError, unavailable } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { answerErrors, sendError } from './error-replies.ts';
import { logRequests, requestIdOf } from './request-log.ts';
import { lingerBounds } from './lingering-close.ts';
import { commonHeaders } from './security-headers.ts';

interface HttpServerOptions {
  readonly logger: Logger;
  readonly isHttps: boolean;
  readonly trustedProxies: number;
  readonly metrics: Metrics;
  /** Limit for one file. */
  readonly maxUploadBytes: number;
}

export interface HttpServer {
  readonly server: FastifyInstance;
  /** All routes, as `METHOD /path`. */
  readonly routes: readonly string[];
  isDraining: () => boolean;
  /** Keeps answering, but asks clients to send their next request over another connection. */
  startDraining: () => void;
  /** Refuses new requests, lets running ones finish, and closes every connection. */
  close: () => Promise<void>;
}

/** Counted from the call of `startDraining`. */
const finishWithinMs = 10_000;
const jsonMaxBytes = 64 * 1024;
// The handler that receives a file limits its size while it streams; the parser would truncate it silently.
const multipartLimits = { files: 1, fields: 8, parts: 9, fieldSize: 4096, fileSize: Number.MAX_SAFE_INTEGER };

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const baseLogger: FastifyBaseLogger = options.logger;
  const server = fastify({
    loggerInstance: baseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Every log line finds the request id by itself, not only those written through the request's own logger.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIdOf,
    requestIdHeader: false,
    // Hop 0 is the direct peer; further hops are what those proxies claim.
    trustProxy: (_address: string, hop: number) => hop < options.trustedProxies,
    bodyLimit: jsonMaxBytes,
    // For a large file over a slow connection. The reader of the body disconnects a silent sender.
    requestTimeout: 3_600_000,
    forceCloseConnections: 'idle',
    // Our own hook answers with the contract's error body.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // A path that cannot be decoded matches no route.
    frameworkErrors: (_error, request, reply) => {
      const failure = new AppError('not_found', 'Not found');
      void sendError(request, reply, { failure, bounds: lingerBounds.anonymous() });
    },
  });

  const headers = commonHeaders(options.isHttps);
  logRequests(server, options.metrics);
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  const shutdown = createShutdown(server);
  const routes: string[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.push(`${name} ${url}`);
  });

  // Only JSON is parsed: a form on another site can send text/plain without a preflight request.
  server.removeContentTypeParser('text/plain');
  await server.register(multipart, {
    limits: multipartLimits,
  });
  answerErrors(server, options);

  return { server, routes, ...shutdown };
}

/** Two-step shutdown: ask clients to reconnect elsewhere, then refuse new requests. Running requests finish. */
function createShutdown(server: FastifyInstance): Pick<HttpServer, 'isDraining' | 'startDraining' | 'close'> {
  let drainingSince: number | null = null;
  let isClosing = false;
  server.addHook('onRequest', (_, reply, done) => {
    if (drainingSince !== null) reply.header('connection', 'close');
    done(isClosing ? unavailable('The server is restarting. Please try again in a moment.') : undefined);
  });

  const startDraining = () => {
    drainingSince ??= Date.now();
    return drainingSince;
  };
  return {
    isDraining: () => drainingSince !== null,
    startDraining: () => void startDraining(),
    close: async () => {
      const leftMs = startDraining() + finishWithinMs - Date.now();
      isClosing = true;
      // A connection that was busy a moment ago is kept alive for the next request, and would block the shutdown.
      const idleSweep = setInterval(() => server.server.closeIdleConnections(), 100);
      const forceClose = setTimeout(() => server.server.closeAllConnections(), leftMs);
      await server.close();
      clearInterval(idleSweep);
      clearTimeout(forceClose);
    },
  };
}
