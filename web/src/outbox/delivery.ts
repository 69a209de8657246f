import { limits, messageToasts, sendFile, sendMessage, uploadImage } from '@chat-app/contract';
import type { ClientId, InputOf, Message, Quote, UserId } from '@chat-app/contract';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { uploadFile } from '../lib/upload-file.ts';
import { showToastDuring } from '../state/toasts.ts';
import { isTransient } from './resend-delay.ts';
import { sendOverSocket, UnansweredError } from './send-over-socket.live.ts';
import type { OutboxEntry, OutboxStore } from './store.ts';

/** The state of an entry: waiting for its turn or for the network, or being sent. */
export interface Stage {
  readonly phase: 'waiting' | 'sending';
  readonly progress: number | null;
}

export interface DeliveryOptions {
  signal: AbortSignal;
  /** Why the previous try failed; null on the first try. */
  lastError: ApiError | null;
  onProgress: (share: number) => void;
  onUploaded: (url: string) => Promise<void>;
  onLate: (message: Message) => void;
}

export interface DeliveryDeps {
  store: OutboxStore;
  deliver: (entry: OutboxEntry, options: DeliveryOptions) => Promise<Message>;
  onStage: (clientId: ClientId, stage: Stage) => void;
  /** The server has the message. Called at once: the next event can be the message after it. */
  onStored: (message: Message) => void;
  /** The message has been removed from the store, too. */
  onSent: (clientId: ClientId, message: Message) => void;
  /** The server has a message whose attempt was aborted or given up. */
  onLate: (clientId: ClientId, message: Message) => void;
  /** The server had received the message, and it has been deleted since. */
  onDeleted: (clientId: ClientId) => void;
  onRejected: (entry: OutboxEntry, error: unknown) => void;
}

/** Single attempts to deliver an entry, with the outcome written to the store. Each can be aborted. */
export function createAttempts(
  { store, deliver: deliverEntry, onStage, ...outcomes }: DeliveryDeps,
  stopped: AbortSignal,
) {
  const inFlight = new Map<ClientId, AbortController>();

  /** Returns the outcome, or the transient error after which to retry. */
  async function attempt(entry: OutboxEntry, lastError: ApiError | null): Promise<'sent' | 'rejected' | ApiError> {
    const { clientId } = entry;
    const control = new AbortController();
    const signal = AbortSignal.any([control.signal, stopped]);
    const progress = entry.file ? 0 : null;
    inFlight.set(clientId, control);
    onStage(clientId, { phase: 'sending', progress });
    try {
      const message = await deliverEntry(entry, {
        signal,
        lastError,
        onProgress: (share) => onStage(clientId, { phase: 'sending', progress: share }),
        onUploaded: (uploadedUrl) => store.update(clientId, { uploadedUrl }),
        onLate: (late) => outcomes.onLate(clientId, late),
      });
      outcomes.onStored(message);
      await store.remove(clientId);
      outcomes.onSent(clientId, message);
      return 'sent';
    } catch (error) {
      if (signal.aborted) return 'rejected';
      // The message arrived and has been deleted since, so there is nothing left to send.
      if (error instanceof ApiError && error.code === 'message_deleted') {
        await store.remove(clientId);
        outcomes.onDeleted(clientId);
        return 'sent';
      }
      if (error instanceof ApiError && isTransient(error)) {
        onStage(clientId, { phase: 'waiting', progress });
        return error;
      }
      await store.update(clientId, { failure: reasonOf(error), replyTo: quoteAfter(entry, error) });
      const rejected = await store.find(clientId);
      if (rejected) outcomes.onRejected(rejected, error);
      return 'rejected';
    } finally {
      inFlight.delete(clientId);
    }
  }

  return { attempt, abort: (clientId: ClientId) => inFlight.get(clientId)?.abort() };
}

/** The quote of a refused message: as deleted if its original is what the server did not find. */
function quoteAfter({ replyTo }: OutboxEntry, error: unknown): Quote | undefined {
  const isGone = error instanceof ApiError && error.fields['replyTo'] !== undefined;
  return replyTo && isGone ? { ...replyTo, content: '', isDeleted: true } : replyTo;
}

/** The message of the server, or an empty string. */
function reasonOf(error: unknown): string {
  return (error instanceof ApiError && error.serverMessage) || '';
}

/**
 * Sends an entry to the server: over the socket while it is connected, otherwise over HTTP. An image is uploaded first;
 * a finished upload is not repeated.
 */
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
    const reply = entry.replyTo && { replyTo: entry.replyTo._id };
    if (type === 'file' || type === 'voice') {
      const answer = await uploadFile(
        sendFile,
        { chatId, clientId, ...reply, ...voiceFields(entry) },
        { ...upload, file: file ?? new Blob(), fileName: file?.name ?? content },
      );
      return answer.message;
    }
    const url = file && (entry.uploadedUrl ?? (await uploadImageOf(entry, file, { ...options, ...upload })));
    stallTimer.restart();
    return await send({ chatId, clientId, type, content: url ?? content, ...reply }, caller, {
      ...options,
      ...stallTimer,
    });
  } finally {
    stallTimer.stop();
  }
}

function voiceFields({ type, durationMs = 0, waveform = [] }: OutboxEntry) {
  return type === 'voice' ? { kind: 'voice' as const, durationMs, waveform: waveform.join(',') } : {};
}

/** A message that stayed unanswered is repeated over HTTP, because the socket may not work although it is connected. */
async function send(
  input: InputOf<typeof sendMessage>,
  caller: UserId,
  { signal, lastError, onLate }: Pick<DeliveryOptions, 'signal' | 'lastError' | 'onLate'>,
): Promise<Message> {
  const isHttpNext = lastError instanceof UnansweredError;
  const sent = isHttpNext ? null : await sendOverSocket(input, { userId: caller, signal, onLate });
  return sent ?? (await callEndpoint(sendMessage, input, { signal, caller })).message;
}

async function uploadImageOf({ content, userId }: OutboxEntry, file: Blob, options: DeliveryOptions): Promise<string> {
  const upload = uploadFile(uploadImage, {}, { ...options, caller: userId, file, fileName: content });
  const { url } = await (options.lastError ? upload : showToastDuring(messageToasts.imageUploading, upload));
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
