import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { isLoopbackAddress, isLoopbackHost } from '../loopback.ts';
import { areEqualTokens } from '../tokens.ts';
import type { Prometheus } from './prometheus.ts';

interface MetricsOptions {
  readonly prometheus: Pick<Prometheus, 'contentType' | 'read'>;
  /** Null: nobody but this very machine may look. */
  readonly token: string | null;
}

/** For Prometheus: with the token, or from this very machine. */
export function serveMetrics(server: FastifyInstance, { prometheus, token }: MetricsOptions) {
  server.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!hasToken(request, token) && !isOwnMachine(request)) {
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
 * A proxy on this machine speaks for the whole world: it names whom it speaks for, or passes on the name they asked for. A
 * wrong token is no reason to look at where it came from.
 */
function isOwnMachine({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some((name) => name in headers);
  const host = headers.host?.replace(/:\d+$/, '') ?? '';
  return (
    headers.authorization === undefined &&
    !isForwarded &&
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackHost(host)
  );
}
