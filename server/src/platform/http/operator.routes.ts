import type { Logger } from '../logger.ts';
import { serveMetrics } from '../metrics/metrics.routes.ts';
import type { Prometheus } from '../metrics/prometheus.ts';
import { serveHealth } from './health.routes.ts';
import type { HttpServer } from './http-server.ts';

interface OperatorRoutesDeps {
  /** Services this process depends on, by name; each check throws while its service is unavailable. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  readonly logger: Logger;
  readonly metrics: Prometheus;
  readonly metricsToken: string | null;
}

/** Routes for operators: liveness, readiness and metrics. The same in every role. */
export function serveOperatorRoutes({ server, isDraining }: HttpServer, deps: OperatorRoutesDeps) {
  const { checks, logger, metrics, metricsToken } = deps;
  serveHealth(server, { checks, isDraining, logger });
  serveMetrics(server, { prometheus: metrics, token: metricsToken });
  metrics.watchDraining(isDraining);
  for (const [name, check] of Object.entries(checks)) metrics.watchService(name, check);
}
