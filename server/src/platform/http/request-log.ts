import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { networkOf } from '../client-address.ts';
import { newId } from '../ids.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { acceptRequestId, withRequestId } from '../request-context.ts';
import { logFieldsOf, addLogFields } from './log-fields.ts';

/** The id a proxy or a client gave the request if it is safe for a log line, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return acceptRequestId(headers['x-request-id']) ?? newId();
}

/**
 * Attaches the request id to everything a request does. Logs one line and records metrics per request: who sent it,
 * from which network, how it ended, and why if it was refused. Sign-ins and attempted sign-ins appear there too.
 */
export function logRequests(server: FastifyInstance, metrics: Pick<Metrics, 'answered'>) {
  server.addHook('onRequest', (request, _, done) => {
    addLogFields(request, { network: networkOf(request.ip) });
    withRequestId(request.id, done);
  });

  server.addHook('onResponse', async (request, reply) => {
    const { elapsedTime, statusCode: status } = reply;
    metrics.answered({ ...seriesOf(request), status, seconds: elapsedTime / 1000 });
    const path = withoutTokens(request.url);
    const level = path?.startsWith('/api/') ? 'info' : 'debug';
    const ms = Math.round(elapsedTime);
    const line = { method: request.method, path, status, ms, ...logFieldsOf(request) };
    withRequestId(request.id, () => request.log[level](line, 'request'));
  });
}

/** The query string may contain a token, and links of invitations have theirs in the path. */
const withoutTokens = (url: string) => url.split('?')[0]?.replace(/(?<=\/invites?\/(?:\w+\/)?)[\w-]{40,}/, '***');

/** Keeps the number of series small: one for requests without a route, one for the web app's files. */
function seriesOf({ method, routeOptions, url }: FastifyRequest): { method: string; route: string } {
  const pattern = routeOptions.url;
  if (pattern !== undefined && /^\/(api\/|dev\/|healthz$|readyz$|metrics$)/.test(pattern)) {
    return { method, route: pattern };
  }
  const isPage = ['GET', 'HEAD'].includes(method) && !/^\/(api|socket\.io|dev)(\/|\?|$)/.test(url);
  return isPage ? { method: 'GET', route: 'web' } : { method: 'any', route: 'unknown' };
}
