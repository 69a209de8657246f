import type { FastifyReply } from 'fastify';

/** Aborted when the connection is closed before the answer, and of no effect after it. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else raw.once('close', () => controller.abort());
  return controller.signal;
}
