import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { isLoopbackAddress, isLoopbackHost } from '../loopback.ts';
import { areEqualTokens } from '../tokens.ts';
import type { Prometheus } from './prometheus.ts';

interface MetricsOptions {
  readonly prometheus: Pick<Prometheus, 'contentType' | 'read'>;
  /** Null restricts metrics to the local machine. */
  readonly token: string | null;
}

/** Serves Prometheus metrics to clients with the token, or on the local machine. */
export function serveMetrics(server: FastifyInstance, { prometheus, token }: MetricsOptions) {
  server.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!hasToken(request, token) && !isLocalRequest(request)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('unauthenticated', 'Metrics need the token that METRICS_TOKEN sets');
    }
    return reply.type(prometheus.contentType).send(await prometheus.read());
  });
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== null && given !== undefined && areEqualTokens(given, token);
}

/**
 * A proxy on this machine forwards requests from anywhere; it adds forwarding headers or passes on the requested host
 * name. A request with a wrong token is refused even from this machine.
 */
function isLocalRequest({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some((name) => name in headers);
  const host = headers.host?.replace(/:\d+$/, '') ?? '';
  return (
    headers.authorization === undefined &&
    !isForwarded &&
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackHost(host)
  );
}
