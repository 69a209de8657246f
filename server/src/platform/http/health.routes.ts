import type { FastifyInstance } from 'fastify';
import type { Logger } from '../logger.ts';

/** For supervisors and load balancers: is the process alive, and can it do its work? */
export function serveHealth(
  server: FastifyInstance,
  { isReady, logger }: { isReady: () => Promise<void>; logger: Logger },
) {
  server.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  server.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await isReady();
      return await reply.send({ status: 'ready' });
    } catch (error) {
      logger.warn({ err: error }, 'not ready');
      return reply.status(503).send({ message: 'The database does not answer', code: 'unavailable' });
    }
  });
}
