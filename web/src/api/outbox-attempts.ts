import type { Message } from '@chat-app/contract';
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
  onStage: (clientId: string, stage: Stage) => void;
  onSent: (clientId: string, message: Message) => void;
  onRefused: (entry: OutboxEntry, error: unknown) => void;
}

/** Single tries to deliver an entry, each of which can be broken off. */
export function createAttempts({ store, deliver, onStage, onSent, onRefused }: AttemptParts, stopped: AbortSignal) {
  const underWay = new Map<string, AbortController>();

  /** Null when there is nothing more to do about this entry, else what has to pass first. */
  async function attempt(entry: OutboxEntry, isFirstTry: boolean): Promise<ApiError | null> {
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
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof ApiError && isPassing(error)) {
        onStage(clientId, { phase: 'waiting', progress });
        return error;
      }
      await store.update(clientId, { failure: reasonOf(error) });
      const refused = await store.find(clientId);
      if (refused) onRefused(refused, error);
      return null;
    } finally {
      underWay.delete(clientId);
    }
  }

  return { attempt, abort: (clientId: string) => underWay.get(clientId)?.abort() };
}

function reasonOf(error: unknown): string {
  return (error instanceof ApiError && error.serverMessage) || 'The server did not take it';
}
