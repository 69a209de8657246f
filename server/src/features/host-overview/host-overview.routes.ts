import { getHostHistory, getHostOverview } from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import type { HostOverviewService } from './host-overview.service.ts';

export function serveHostOverview(serve: Serve, { overview }: { overview: HostOverviewService }) {
  serve(getHostOverview, {}, async () => ({ overview: await overview.find() }));
  serve(getHostHistory, {}, ({ input }) => overview.findHistory(input.range));
}
