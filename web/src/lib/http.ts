import { ErrorBody } from '@chat-app/contract';
import type { Endpoint, OutputOf } from '@chat-app/contract';
import { ApiError } from './api-error.ts';

/** Echoes the XSRF cookie of the server. A page of another site can cause cookies to be sent but cannot read them. */
export function xsrfHeaders(): Record<string, string> {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith('XSRF-TOKEN='));
  return cookie ? { 'X-XSRF-TOKEN': decodeURIComponent(cookie.slice('XSRF-TOKEN='.length)) } : {};
}

/** A response of fetch or XMLHttpRequest. */
export interface Answer {
  status: number;
  text: string;
  retryAfter: string | null;
}

/** Returns the parsed output of a successful response, and throws an ApiError for any other response. */
export function readAnswer<E extends Endpoint>(target: E, { status, text, retryAfter }: Answer): OutputOf<E> {
  return readBody(target, { status, body: parseJson(text), retryAfterMs: readSeconds(retryAfter) });
}

interface AnswerBody {
  status: number;
  body: unknown;
  retryAfterMs: number | undefined;
}

/** Like `readAnswer`, for an answer that is already parsed. */
export function readBody<E extends Endpoint>(target: E, { status, body, retryAfterMs }: AnswerBody): OutputOf<E> {
  if (status < 200 || status > 299) {
    // A proxy in front of the server may respond with its own page, which contains no error message.
    const { message, code, fields, ...extra } = ErrorBody.safeParse(body).data ?? {};
    throw new ApiError({ status, code, serverMessage: message, fields, retryAfterMs, extra });
  }

  const output = target.output.safeParse(body);
  if (!output.success) throw new ApiError({ status });
  return output.data as OutputOf<E>;
}

function parseJson(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readSeconds(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
