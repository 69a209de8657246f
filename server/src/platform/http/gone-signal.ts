import type { FastifyReply } from 'fastify';

/** Aborted when the connection is closed before the answer, and of no effect after it. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  return controller.signal;
}
