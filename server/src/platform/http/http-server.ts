import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { AppError, unavailable } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { answerErrors, sendError } from './error-replies.ts';
import { followRequests, requestIdOf } from './follow-requests.ts';
import { lingerBounds } from './lingering-close.ts';
import { commonHeaders } from './security-headers.ts';

interface HttpServerOptions {
  readonly logger: Logger;
  readonly isHttps: boolean;
  readonly trustedProxies: number;
  readonly metrics: Metrics;
  /** Of one file. */
  readonly maxUploadBytes: number;
}

export interface HttpServer {
  readonly server: FastifyInstance;
  /** Every route there is, as `METHOD /path`. */
  readonly routes: readonly string[];
  isDraining: () => boolean;
  /** Goes on answering, but asks everybody to take the next request elsewhere. */
  announceEnd: () => void;
  /** Refuses new requests, lets those under way finish, and closes every connection. */
  close: () => Promise<void>;
}

/** Counted from when the end was announced. */
const finishWithinMs = 10_000;
const jsonMaxBytes = 64 * 1024;
// Whoever takes a file bounds it while it streams; the parser itself would cut it off without a word.
const multipartLimits = { files: 1, fields: 8, parts: 9, fieldSize: 4096, fileSize: Number.MAX_SAFE_INTEGER };

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const baseLogger: FastifyBaseLogger = options.logger;
  const server = fastify({
    loggerInstance: baseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Every line finds the request's id by itself, not only those written through the request's own logger.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIdOf,
    requestIdHeader: false,
    // Hop 0 is whoever is connected to us; further ones are what those proxies claim.
    trustProxy: (_address: string, hop: number) => hop < options.trustedProxies,
    bodyLimit: jsonMaxBytes,
    // A large file over a slow line; whoever falls silent meanwhile is let go of by whoever reads.
    requestTimeout: 3_600_000,
    forceCloseConnections: 'idle',
    // Our own hook answers in the contract's words.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // A path that cannot even be decoded leads nowhere.
    frameworkErrors: (_error, request, reply) => {
      const failure = new AppError('not_found', 'Not found');
      void sendError(request, reply, { failure, bounds: lingerBounds.anonymous() });
    },
  });

  const headers = commonHeaders(options.isHttps);
  followRequests(server, options.metrics);
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
  });
  const end = prepareEnd(server);
  const routes: string[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.push(`${name} ${url}`);
  });

  // Only JSON is read: a form on another site can send text/plain without asking.
  server.removeContentTypeParser('text/plain');
  await server.register(cookie);
  await server.register(multipart, {
    limits: multipartLimits,
  });
  answerErrors(server, options);

  return { server, routes, ...end };
}

/** The way out: first asked to go elsewhere, then refused; what is under way is finished. */
function prepareEnd(server: FastifyInstance): Pick<HttpServer, 'isDraining' | 'announceEnd' | 'close'> {
  let announcedAt: number | null = null;
  let isClosing = false;
  server.addHook('onRequest', async (_, reply) => {
    if (announcedAt !== null) reply.header('connection', 'close');
    if (isClosing) throw unavailable('The server is restarting. Please try again in a moment.');
  });

  const announceEnd = () => {
    announcedAt ??= Date.now();
    return announcedAt;
  };
  return {
    isDraining: () => announcedAt !== null,
    announceEnd: () => void announceEnd(),
    close: async () => {
      const leftMs = announceEnd() + finishWithinMs - Date.now();
      isClosing = true;
      // A connection that was busy a moment ago is kept alive for the next request, and would hold the server up.
      const idleSweep = setInterval(() => server.server.closeIdleConnections(), 100);
      const lastCall = setTimeout(() => server.server.closeAllConnections(), leftMs);
      await server.close();
      clearInterval(idleSweep);
      clearTimeout(lastCall);
    },
  };
}
