import type { FastifyInstance } from 'fastify';
import type { Logger } from '../logger.ts';

interface HealthDeps {
  /** Services this process depends on, by name; each check throws while its service is unavailable. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  readonly isDraining: () => boolean;
  readonly logger: Logger;
}

/** For supervisors and load balancers: whether the process is alive, and whether it should receive traffic. */
export function serveHealth(server: FastifyInstance, { checks, isDraining, logger }: HealthDeps) {
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
    // A draining process answers at once, without waiting for the database.
    const reasons = isDraining() ? ['draining'] : await findReasons();
    if (reasons.length === 0) return reply.send({ status: 'ready' });
    return reply.status(503).send({ message: `Not ready: ${reasons.join(', ')}`, code: 'unavailable', reasons });
  });
}
