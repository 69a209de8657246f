import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import { serveAudit } from './audit.routes.ts';
import { createAudit } from './audit.service.ts';

export { recordAudit } from './record-audit.ts';

/** The log of what administrators did. */
export function startAudit(serve: Serve, deps: { readonly database: Database }) {
  serveAudit(serve, { audit: createAudit(deps) });
}
