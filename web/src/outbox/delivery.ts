import { limits, messageToasts, sendFile, sendMessage, uploadImage } from '@chat-app/contract';
import type { Message } from '@chat-app/contract';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import type { OutboxEntry } from './store.ts';
import { uploadFile } from '../lib/upload-file.ts';
import { showToastDuring } from '../state/toasts.ts';
import type { DeliveryOptions } from './attempts.ts';

/** One attempt to deliver an entry. An image takes two steps; a finished upload is not repeated. */
export async function deliver(entry: OutboxEntry, options: DeliveryOptions): Promise<Message> {
  const guard = createStallGuard(options.signal);
  const caller = entry.userId;
  const upload = {
    caller,
    signal: guard.signal,
    onProgress: (share: number) => {
      guard.noteLife();
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
    const url = file && (entry.uploadedUrl ?? (await sendPicture(entry, file, { ...options, ...upload })));
    guard.noteLife();
    const input = { chatId, clientId, type, content: url ?? content };
    return (await callEndpoint(sendMessage, input, { signal: guard.signal, caller })).message;
  } finally {
    guard.stop();
  }
}

async function sendPicture({ content, userId }: OutboxEntry, file: Blob, options: DeliveryOptions): Promise<string> {
  const upload = uploadFile(uploadImage, {}, { ...options, caller: userId, file, fileName: content });
  const { url } = await (options.isFirstTry ? showToastDuring(messageToasts.imageUploading, upload) : upload);
  await options.onUploaded(url);
  return url;
}

/** Aborts a stalled request, because a dead connection would block all later messages. */
function createStallGuard(signal: AbortSignal) {
  const stalled = new AbortController();
  const giveUp = () => stalled.abort(new ApiError({ status: 0 }));
  let timer = setTimeout(giveUp, limits.sendStallMs);
  return {
    signal: AbortSignal.any([signal, stalled.signal]),
    noteLife: () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, limits.sendStallMs);
    },
    stop: () => clearTimeout(timer),
  };
}
