import type { ClientId, UserId } from '@chat-app/contract';
import type { OutboxStore } from './store.ts';
import type { createDraftFiles } from './draft-files.ts';
import type { Stage } from './attempts.ts';
import type { createOutboxQueue } from './queue.ts';
import type { createOutboxView } from './view.ts';

/** A message between tabs: the store has changed, or an entry that this tab sends has a new stage. */
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
