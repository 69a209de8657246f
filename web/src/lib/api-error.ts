import type { ErrorCode } from '@chat-app/contract';

interface Refusal {
  /** The HTTP status; 0 if there was no response. */
  status: number;
  code?: ErrorCode | undefined;
  /** The error message of the server, if it sent one. */
  serverMessage?: string | undefined;
  fields?: Record<string, string> | undefined;
  retryAfterMs?: number | undefined;
  /** Further properties of the error, such as the id of the chat that already exists. */
  extra?: Readonly<Record<string, unknown>> | undefined;
}

/** A failed request: rejected by the server, or without a response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly serverMessage: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfterMs: number | null;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor({ status, code, serverMessage, fields, retryAfterMs, extra }: Refusal) {
    super(serverMessage ?? `The call failed with status ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = code ?? null;
    this.serverMessage = serverMessage ?? null;
    this.fields = fields ?? {};
    this.retryAfterMs = retryAfterMs ?? null;
    this.extra = extra ?? {};
  }

  /** The server was busy and did not start the request, so it can be repeated without a second effect. */
  get isUntouched(): boolean {
    return this.code === 'unavailable' && this.extra['isUntouched'] === true;
  }

  /** There was no response: the network or the server is down. */
  get isUnreachable(): boolean {
    return this.status === 0;
  }
}
