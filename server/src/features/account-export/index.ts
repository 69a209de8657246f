import type { ChatListItem, UserId } from '@chat-app/contract';
import type { DomainBus } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { BlobStore } from '../../platform/storage/blob-store.ts';
import { serveAccountExport } from './account-export.routes.ts';
import { exportEntries } from './export-entries.ts';

interface AccountExportDeps {
  readonly bus: DomainBus;
  readonly blobs: BlobStore;
  readonly database: Database;
  readonly listChats: (userId: UserId) => Promise<ChatListItem[]>;
  readonly title: string;
}

/** Taking along what one has here. A feature of its own, because it concerns almost all others. */
export function startAccountExport(serve: Serve, deps: AccountExportDeps) {
  serveAccountExport(serve, { bus: deps.bus, exportEntries: (whom) => exportEntries(deps, whom) });
}
