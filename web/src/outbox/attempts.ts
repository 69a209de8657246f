import type { ClientId, Message } from '@chat-app/contract';
import { ApiError } from '../lib/api-error.ts';
import type { OutboxEntry, OutboxStore } from './store.ts';
import { isPassing } from './resend-delay.ts';

/** The state of an entry: waiting for its turn or for the network, or being sent. */
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
  /** The server had received the message, and it has been deleted since. */
  onGone: (clientId: ClientId) => void;
  onRefused: (entry: OutboxEntry, error: unknown) => void;
}

/** Single attempts to deliver an entry. Each can be aborted. */
export function createAttempts(
  { store, deliver, onStage, onSent, onGone, onRefused }: AttemptParts,
  stopped: AbortSignal,
) {
  const underWay = new Map<ClientId, AbortController>();

  /** Returns the outcome, or the transient error after which to retry. */
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
      // The message arrived and has been deleted since, so there is nothing left to send.
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

/** The message of the server, or an empty string. */
function reasonOf(error: unknown): string {
  return (error instanceof ApiError && error.serverMessage) || '';
}
