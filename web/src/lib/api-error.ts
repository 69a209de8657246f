import type { ErrorCode } from '@chat-app/contract';

interface Refusal {
  /** The HTTP status; 0 when no answer came at all. */
  status: number;
  code?: ErrorCode | undefined;
  /** The server's own sentence, when it sent one. */
  serverMessage?: string | undefined;
  fields?: Record<string, string> | undefined;
  retryAfterMs?: number | undefined;
  /** What else the refusal said, such as the id of the chat that exists already. */
  extra?: Readonly<Record<string, unknown>> | undefined;
}

/** A call that did not succeed: refused by the server, or never answered. */
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

  /** The server was busy and began nothing: the same call can be made again without a second effect. */
  get isUntouched(): boolean {
    return this.code === 'unavailable' && this.extra['isUntouched'] === true;
  }

  /** No answer came: the network or the server is away. */
  get isUnreachable(): boolean {
    return this.status === 0;
  }
}
