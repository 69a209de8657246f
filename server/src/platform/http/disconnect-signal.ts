import type { FastifyReply } from 'fastify';

/** Aborted when the connection closes before the response is sent. Has no effect after that. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else raw.once('close', () => controller.abort());
  return controller.signal;
}
