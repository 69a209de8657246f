import type { ClientId, Message } from '@chat-app/contract';
import { ApiError } from '../lib/api-error.ts';
import type { OutboxEntry, OutboxStore } from '../lib/outbox-store.ts';
import { isPassing } from '../lib/resend-delay.ts';

/** How far an entry is: waiting for its turn or for the network, or under way. */
export interface Stage {
  readonly phase: 'waiting' | 'sending';
  readonly progress: number | null;
}

export interface DeliveryOptions {
  signal: AbortSignal;
  isFirstTry: boolean;
  onProgress: (share: number) => void;
  onUploaded: (url: string) => Promise<void>;
}

export interface AttemptParts {
  store: OutboxStore;
  deliver: (entry: OutboxEntry, options: DeliveryOptions) => Promise<Message>;
  onStage: (clientId: ClientId, stage: Stage) => void;
  onSent: (clientId: ClientId, message: Message) => void;
  /** The server had it, and it was deleted since. */
  onGone: (clientId: ClientId) => void;
  onRefused: (entry: OutboxEntry, error: unknown) => void;
}

/** Single tries to deliver an entry, each of which can be broken off. */
export function createAttempts(
  { store, deliver, onStage, onSent, onGone, onRefused }: AttemptParts,
  stopped: AbortSignal,
) {
  const underWay = new Map<ClientId, AbortController>();

  /** What became of it, or what has to pass before it is tried again. */
  async function attempt(entry: OutboxEntry, isFirstTry: boolean): Promise<'sent' | 'refused' | ApiError> {
    const { clientId } = entry;
    const control = new AbortController();
    const signal = AbortSignal.any([control.signal, stopped]);
    const progress = entry.file ? 0 : null;
    underWay.set(clientId, control);
    onStage(clientId, { phase: 'sending', progress });
    try {
      const message = await deliver(entry, {
        signal,
        isFirstTry,
        onProgress: (share) => onStage(clientId, { phase: 'sending', progress: share }),
        onUploaded: (uploadedUrl) => store.update(clientId, { uploadedUrl }),
      });
      await store.remove(clientId);
      onSent(clientId, message);
      return 'sent';
    } catch (error) {
      if (signal.aborted) return 'refused';
      // It was there, and has been deleted since: nothing is left to send.
      if (error instanceof ApiError && error.code === 'message_deleted') {
        await store.remove(clientId);
        onGone(clientId);
        return 'sent';
      }
      if (error instanceof ApiError && isPassing(error)) {
        onStage(clientId, { phase: 'waiting', progress });
        return error;
      }
      await store.update(clientId, { failure: reasonOf(error) });
      const refused = await store.find(clientId);
      if (refused) onRefused(refused, error);
      return 'refused';
    } finally {
      underWay.delete(clientId);
    }
  }

  return { attempt, abort: (clientId: ClientId) => underWay.get(clientId)?.abort() };
}

/** The server's own sentence; empty where it said nothing. */
function reasonOf(error: unknown): string {
  return (error instanceof ApiError && error.serverMessage) || '';
}
