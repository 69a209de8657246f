import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import { serveReports } from './reports.routes.ts';
import { createReports } from './reports.service.ts';

export { reportRepository } from './reports.repository.ts';

/** Messages and people that users report to those who host the server. */
export function startReports(serve: Serve, deps: { readonly database: Database }) {
  serveReports(serve, { reports: createReports(deps) });
}
