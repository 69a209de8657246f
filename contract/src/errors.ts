import { z } from 'zod';
import { ChatId } from './primitives.ts';

/** All error codes, with their HTTP status. */
export const errorStatuses = {
  invalid_input: 400,
  unauthenticated: 401,
  bad_credentials: 401,
  second_factor_required: 401,
  not_verified: 403,
  forbidden: 403,
  registration_closed: 403,
  cross_site: 403,
  not_found: 404,
  message_deleted: 404,
  email_taken: 409,
  already_verified: 409,
  chat_exists: 409,
  request_exists: 409,
  already_friends: 409,
  peer_offline: 409,
  peer_busy: 409,
  in_other_call: 409,
  limit_reached: 409,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

const ErrorCode = z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]);

/** The body of every response outside 2xx. `message` can be shown in a toast. */
export const ErrorBody = z.looseObject({
  message: z.string(),
  code: ErrorCode,
  fields: z.record(z.string(), z.string()).optional(),
  /** With `unavailable`: no work has begun, so the request can be repeated safely after `Retry-After`. */
  isUntouched: z.boolean().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Why a socket event was refused, in machine-readable form. */
export const EventRefusal = z.object({
  code: ErrorCode,
  /** With `in_other_call`: the chat of that call. */
  chatId: ChatId.optional(),
  /** How long to wait before the next try, like the header `Retry-After`. */
  retryAfterSeconds: z.int().min(1).optional(),
});
export type EventRefusal = z.infer<typeof EventRefusal>;

/** The answer to an event that was sent with an acknowledgement. Events with a result add it next to `ok`. */
export const Ack = z.discriminatedUnion('ok', [
  z.looseObject({ ok: z.literal(true) }),
  EventRefusal.extend({ ok: z.literal(false), message: z.string() }),
]);
export type Ack = z.infer<typeof Ack>;
