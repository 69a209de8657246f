import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress, isLoopbackHost } from '../loopback.ts';

/**
 * True for a request from this machine. Checks the peer's own address, not what a proxy reports, and requires a loopback
 * name: a page elsewhere could otherwise reach us by DNS rebinding. A proxy on this machine has a loopback address too,
 * but remote clients.
 */
export function isLocalRequest({ headers, socket }: FastifyRequest): boolean {
  const host = headers.host?.replace(/:\d+$/, '') ?? '';
  const isForwarded = Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
  return !isForwarded && isLoopbackAddress(socket.remoteAddress ?? '') && isLoopbackHost(host);
}
