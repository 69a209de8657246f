import type { FastifyInstance } from 'fastify';
import type { Logger } from '../logger.ts';

interface HealthParts {
  /** What this process cannot work without, by name; each throws while it is away. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  readonly isDraining: () => boolean;
  readonly logger: Logger;
}

/** For supervisors and load balancers: is the process alive, and should it be given work? */
export function serveHealth(server: FastifyInstance, { checks, isDraining, logger }: HealthParts) {
  async function findReasons(): Promise<string[]> {
    const missing = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check();
          return [];
        } catch (error) {
          logger.warn({ err: error, missing: name }, 'not ready');
          return [name];
        }
      }),
    );
    return missing.flat();
  }

  server.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  server.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store');
    // Whoever is on the way out says so at once, however long the database takes.
    const reasons = isDraining() ? ['draining'] : await findReasons();
    if (reasons.length === 0) return reply.send({ status: 'ready' });
    return reply.status(503).send({ message: `Not ready: ${reasons.join(', ')}`, code: 'unavailable', reasons });
  });
}
