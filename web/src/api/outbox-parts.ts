import type { ClientId, UserId } from '@chat-app/contract';
import type { OutboxStore } from '../lib/outbox-store.ts';
import type { createDraftFiles } from './draft-files.ts';
import type { Stage } from './outbox-attempts.ts';
import type { createOutboxQueue } from './outbox-queue.ts';
import type { createOutboxView } from './outbox-view.ts';

/** What one tab sends to the others: the store has changed, or how far an entry is that it is sending. */
export interface Told {
  readonly userId: UserId;
  readonly stage?: Stage & { readonly clientId: ClientId };
}

export interface OutboxParts {
  userId: UserId;
  store: OutboxStore;
  view: ReturnType<typeof createOutboxView>;
  queue: ReturnType<typeof createOutboxQueue>;
  files: ReturnType<typeof createDraftFiles>;
  tellTabs: (told?: Omit<Told, 'userId'>) => void;
}
