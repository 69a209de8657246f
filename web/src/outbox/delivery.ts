import { limits, messageToasts, sendFile, sendMessage, uploadImage } from '@chat-app/contract';
import type { ClientId, Message } from '@chat-app/contract';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { uploadFile } from '../lib/upload-file.ts';
import { showToastDuring } from '../state/toasts.ts';
import { isTransient } from './resend-delay.ts';
import type { OutboxEntry, OutboxStore } from './store.ts';

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

export interface DeliveryDeps {
  store: OutboxStore;
  deliver: (entry: OutboxEntry, options: DeliveryOptions) => Promise<Message>;
  onStage: (clientId: ClientId, stage: Stage) => void;
  onSent: (clientId: ClientId, message: Message) => void;
  /** The server had received the message, and it has been deleted since. */
  onDeleted: (clientId: ClientId) => void;
  onRejected: (entry: OutboxEntry, error: unknown) => void;
}

/** Single attempts to deliver an entry, with the outcome written to the store. Each can be aborted. */
export function createAttempts(
  { store, deliver: deliverEntry, onStage, onSent, onDeleted, onRejected }: DeliveryDeps,
  stopped: AbortSignal,
) {
  const inFlight = new Map<ClientId, AbortController>();

  /** Returns the outcome, or the transient error after which to retry. */
  async function attempt(entry: OutboxEntry, isFirstTry: boolean): Promise<'sent' | 'rejected' | ApiError> {
    const { clientId } = entry;
    const control = new AbortController();
    const signal = AbortSignal.any([control.signal, stopped]);
    const progress = entry.file ? 0 : null;
    inFlight.set(clientId, control);
    onStage(clientId, { phase: 'sending', progress });
    try {
      const message = await deliverEntry(entry, {
        signal,
        isFirstTry,
        onProgress: (share) => onStage(clientId, { phase: 'sending', progress: share }),
        onUploaded: (uploadedUrl) => store.update(clientId, { uploadedUrl }),
      });
      await store.remove(clientId);
      onSent(clientId, message);
      return 'sent';
    } catch (error) {
      if (signal.aborted) return 'rejected';
      // The message arrived and has been deleted since, so there is nothing left to send.
      if (error instanceof ApiError && error.code === 'message_deleted') {
        await store.remove(clientId);
        onDeleted(clientId);
        return 'sent';
      }
      if (error instanceof ApiError && isTransient(error)) {
        onStage(clientId, { phase: 'waiting', progress });
        return error;
      }
      await store.update(clientId, { failure: reasonOf(error) });
      const rejected = await store.find(clientId);
      if (rejected) onRejected(rejected, error);
      return 'rejected';
    } finally {
      inFlight.delete(clientId);
    }
  }

  return { attempt, abort: (clientId: ClientId) => inFlight.get(clientId)?.abort() };
}

/** The message of the server, or an empty string. */
function reasonOf(error: unknown): string {
  return (error instanceof ApiError && error.serverMessage) || '';
}

/** Sends an entry to the server. An image takes two requests; a finished upload is not repeated. */
export async function deliver(entry: OutboxEntry, options: DeliveryOptions): Promise<Message> {
  const stallTimer = createStallTimer(options.signal);
  const caller = entry.userId;
  const upload = {
    caller,
    signal: stallTimer.signal,
    onProgress: (share: number) => {
      stallTimer.restart();
      options.onProgress(share);
    },
  };
  try {
    const { chatId, clientId, type, content, file } = entry;
    if (type === 'file') {
      const answer = await uploadFile(
        sendFile,
        { chatId, clientId },
        { ...upload, file: file ?? new Blob(), fileName: content },
      );
      return answer.message;
    }
    const url = file && (entry.uploadedUrl ?? (await uploadImageOf(entry, file, { ...options, ...upload })));
    stallTimer.restart();
    const input = { chatId, clientId, type, content: url ?? content };
    return (await callEndpoint(sendMessage, input, { signal: stallTimer.signal, caller })).message;
  } finally {
    stallTimer.stop();
  }
}

async function uploadImageOf({ content, userId }: OutboxEntry, file: Blob, options: DeliveryOptions): Promise<string> {
  const upload = uploadFile(uploadImage, {}, { ...options, caller: userId, file, fileName: content });
  const { url } = await (options.isFirstTry ? showToastDuring(messageToasts.imageUploading, upload) : upload);
  await options.onUploaded(url);
  return url;
}

/** Aborts a stalled request, because a dead connection would block all later messages. */
function createStallTimer(signal: AbortSignal) {
  const stalled = new AbortController();
  const abort = () => stalled.abort(new ApiError({ status: 0 }));
  let timer = setTimeout(abort, limits.sendStallMs);
  return {
    signal: AbortSignal.any([signal, stalled.signal]),
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(abort, limits.sendStallMs);
    },
    stop: () => clearTimeout(timer),
  };
}
