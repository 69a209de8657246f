import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { AppError, unavailable } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import { answerErrors, sendError } from './error-replies.ts';
import { commonHeaders } from './security-headers.ts';

interface HttpServerOptions {
  readonly logger: Logger;
  readonly isHttps: boolean;
  readonly trustedProxies: number;
}

export interface HttpServer {
  readonly server: FastifyInstance;
  /** Every route there is, as `METHOD /path`. */
  readonly routes: readonly string[];
  /** Refuses new requests, lets those under way finish, and closes every connection. */
  close: () => Promise<void>;
}

const finishWithinMs = 10_000;
const jsonMaxBytes = 64 * 1024;
// Whoever takes a file bounds it while it streams; the parser itself would cut it off without a word.
const multipartLimits = { files: 1, fields: 8, parts: 9, fieldSize: 4096, fileSize: Number.MAX_SAFE_INTEGER };

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const baseLogger: FastifyBaseLogger = options.logger;
  const server = fastify({
    loggerInstance: baseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
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
      void sendError(request, reply, new AppError('not_found', 'Not found'));
    },
  });

  let isDraining = false;
  const headers = commonHeaders(options.isHttps);
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (isDraining) {
      reply.header('connection', 'close');
      throw unavailable('The server is restarting. Please try again in a moment.');
    }
  });
  logRequests(server);
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
  answerErrors(server);

  return {
    server,
    routes,
    close: async () => {
      isDraining = true;
      // A connection that was busy a moment ago is kept alive for the next request, and would hold the server up.
      const idleSweep = setInterval(() => server.server.closeIdleConnections(), 100);
      const lastCall = setTimeout(() => server.server.closeAllConnections(), finishWithinMs);
      await server.close();
      clearInterval(idleSweep);
      clearTimeout(lastCall);
    },
  };
}

/** One line per request: the path without its query string, which may hold a token. */
function logRequests(server: FastifyInstance) {
  server.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?')[0];
    const level = path?.startsWith('/api/') ? 'info' : 'debug';
    request.log[level](
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
}
