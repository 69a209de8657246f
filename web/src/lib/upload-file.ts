import { callerHeader, toRequest } from '@chat-app/contract';
import type { Endpoint, InputOf, OutputOf, UserId } from '@chat-app/contract';
import { ApiError } from './api-error.ts';
import { readAnswer, xsrfHeaders } from './http.ts';

interface UploadOptions {
  file: Blob;
  fileName: string;
  signal: AbortSignal;
  /** The user who started the upload. The server rejects it if another user has signed in meanwhile. */
  caller?: UserId;
  onProgress: (share: number) => void;
}

/** Sends one file to a multipart endpoint. Uses XMLHttpRequest, because fetch does not report upload progress. */
export function uploadFile<E extends Endpoint>(
  target: E,
  input: InputOf<E>,
  { file, fileName, signal, caller, onProgress }: UploadOptions,
): Promise<OutputOf<E>> {
  const { method, url, body } = toRequest(target, input);
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value));
  form.set(target.filePart ?? 'file', file, fileName);

  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.setRequestHeader('Accept', 'application/json');
    for (const [name, value] of Object.entries(xsrfHeaders())) request.setRequestHeader(name, value);
    if (caller !== undefined) request.setRequestHeader(callerHeader, caller);

    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', abort);
      if (signal.aborted) return reject(signal.reason as Error);
      if (request.status === 0) return reject(new ApiError({ status: 0 }));
      try {
        const { status, responseText: text } = request;
        resolve(readAnswer(target, { status, text, retryAfter: request.getResponseHeader('Retry-After') }));
      } catch (error) {
        reject(error);
      }
    });
    request.send(form);
  });
}
