import type { DomainBus } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { Prometheus } from '../../platform/metrics/prometheus.ts';
import type { Nodes } from '../../platform/nodes/nodes.ts';
import { serveHostOverview } from './host-overview.routes.ts';
import { createHostOverview } from './host-overview.service.ts';
import { createNodeReports } from './node-reports.ts';

interface HostOverviewFeatureDeps {
  readonly background: Background;
  readonly bus: DomainBus;
  readonly countOnline: () => Promise<number>;
  readonly database: Database;
  readonly dataDir: string;
  readonly metrics: Pick<Prometheus, 'readLoad'>;
  readonly nodes: Pick<Nodes, 'id'>;
  readonly role: string;
}

const reportEveryMs = 30_000;

/** How the server is doing, now and over time. */
export function startHostOverview(serve: Serve, deps: HostOverviewFeatureDeps) {
  const { background, metrics, nodes } = deps;
  const node = createNodeReports({ ...deps, nodeId: nodes.id, readLoad: metrics.readLoad });
  const overview = createHostOverview({ ...deps, report: () => node.report() });
  serveHostOverview(serve, { overview });
  const sample = () => background.run('figures of the server', () => overview.sample());
  const timer = setInterval(sample, reportEveryMs).unref();
  sample();
  return {
    close: async () => {
      clearInterval(timer);
      await node.leave();
    },
  };
}
