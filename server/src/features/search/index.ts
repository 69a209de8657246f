import type { ChatId, ChatListItem, UserId } from '@chat-app/contract';
import type { DomainBus } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { createMedia } from './media.service.ts';
import { createMessageIndex } from './message-index.service.ts';
import { serveSearch } from './search.routes.ts';
import { createSearch } from './search.service.ts';

interface SearchFeatureDeps {
  readonly background: Background;
  readonly bus: DomainBus;
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'watchQueue'>;
  readonly listChats: (userId: UserId, chatIds: readonly ChatId[]) => Promise<ChatListItem[]>;
}

/** Finds messages, and lists what a chat has of one kind. */
export function startSearch(serve: Serve, deps: SearchFeatureDeps) {
  serveSearch(serve, { search: createSearch(deps), media: createMedia(deps) });
  const index = createMessageIndex(deps);
  deps.metrics.watchQueue('index', index.depth);
  return index;
}
