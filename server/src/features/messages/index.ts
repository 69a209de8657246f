import type { DomainBus, Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import type { ReadState } from '../chats/index.ts';
import type { Uploads } from '../uploads/index.ts';
import { createFileMessages } from './file-messages.service.ts';
import { createForwarding } from './forwarding.service.ts';
import { createMentions } from './mentions.service.ts';
import { createMessageChanges } from './message-changes.service.ts';
import { serveMessages } from './messages.routes.ts';
import { registerMessageEvents } from './messages.socket.ts';
import { createMessages } from './messages.service.ts';
import { createPins } from './pins.service.ts';
import { createReactions } from './reactions.service.ts';
import { createSendMessage } from './send-message.ts';

export { forgetAuthor } from './forget-author.ts';
export { presentReactions } from './messages.presenter.ts';
export { presentChanges, presentMessages, type ReactedChange } from './present-messages.ts';
export { type ChangeStart, messageChangeRepository } from './message-changes.repository.ts';
export { messageColumns, messageJoins, messageRepository, type MessageRow } from './messages.repository.ts';

interface MessageFeatureDeps {
  readonly background: Background;
  readonly bus: DomainBus;
  readonly chats: Pick<ReadState, 'markPageRead'>;
  readonly database: Database;
  readonly gateway: Gateway;
  readonly limiter: RateLimiter;
  readonly maxUploadBytes: number;
  readonly metrics: Metrics;
  readonly transact: Transact;
  readonly uploads: Uploads;
}

/** Messages and the files among them. */
export function startMessages(serve: Serve, deps: MessageFeatureDeps) {
  const { chats, uploads } = deps;
  const mentions = createMentions(deps);
  const sendMessage = createSendMessage({ ...deps, mentions });
  const { markPageRead } = chats;
  const messages = createMessages({ ...deps, sendMessage, markPageRead, removeUnusedUploads: uploads.removeUnused });
  const fileMessages = createFileMessages({ ...deps, sendMessage });
  const changes = createMessageChanges({ ...deps, mentions });
  serveMessages(serve, {
    messages,
    changes,
    reactions: createReactions(deps),
    fileMessages,
    forwarding: createForwarding(deps),
    pins: createPins(deps),
  });
  registerMessageEvents({ ...deps, messages });
  deps.bus.on('messages.sent', ({ committedAt }) =>
    deps.metrics.messagesBroadcast((performance.now() - committedAt) / 1000),
  );
}
