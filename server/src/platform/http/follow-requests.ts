import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { networkOf } from '../client-address.ts';
import { newId } from '../ids.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { acceptRequestId, forRequest } from '../request-context.ts';
import { factsAbout, noteFacts } from './request-facts.ts';

/** The id a proxy or a client gave the request, where it is fit for a log line, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return acceptRequestId(headers['x-request-id']) ?? newId();
}

/**
 * Gives everything a request does its id, and says of each in one line and in numbers how it went: who asked, from which
 * network, and why it was refused if it was. Sign-ins and attempts at them are found there, too.
 */
export function followRequests(server: FastifyInstance, metrics: Pick<Metrics, 'answered'>) {
  server.addHook('onRequest', (request, _, done) => {
    noteFacts(request, { network: networkOf(request.ip) });
    forRequest(request.id, done);
  });

  server.addHook('onResponse', async (request, reply) => {
    const { elapsedTime, statusCode: status } = reply;
    metrics.answered({ ...seriesOf(request), status, seconds: elapsedTime / 1000 });
    // The query string may hold a token.
    const path = request.url.split('?')[0];
    const level = path?.startsWith('/api/') ? 'info' : 'debug';
    const ms = Math.round(elapsedTime);
    const line = { method: request.method, path, status, ms, ...factsAbout(request) };
    forRequest(request.id, () => request.log[level](line, 'request'));
  });
}

/** Few series, whatever is asked for: what no route of ours answers is one, and the web app's files are another. */
function seriesOf({ method, routeOptions, url }: FastifyRequest): { method: string; route: string } {
  const pattern = routeOptions.url;
  if (pattern !== undefined && /^\/(api\/|dev\/|healthz$|readyz$|metrics$)/.test(pattern)) {
    return { method, route: pattern };
  }
  const isPage = ['GET', 'HEAD'].includes(method) && !/^\/(api|socket\.io|dev)(\/|\?|$)/.test(url);
  return isPage ? { method: 'GET', route: 'web' } : { method: 'any', route: 'unknown' };
}
