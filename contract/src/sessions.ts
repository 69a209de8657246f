import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SessionId, Timestamp } from './primitives.ts';

/** A browser in which the user is signed in. */
export const Session = z.object({
  _id: SessionId,
  /** Such as 'Firefox on Windows'. Null when it signed in before this was stored, or does not say. */
  device: z.string().nullable(),
  /** A part of its address, such as '203.0.113.x'. Null when it signed in before this was stored. */
  network: z.string().nullable(),
  createdAt: Timestamp,
  /** Up to five minutes old. */
  lastUsedAt: Timestamp,
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

const Nothing = z.object({});

/** The current session first, then the most recently used. */
export const getSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'signed-in',
  input: Nothing,
  output: z.object({ data: z.array(Session) }),
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  access: 'signed-in',
  input: z.object({ id: SessionId }),
  output: Nothing,
  errors: ['not_found'],
});

export const revokeOtherSessions = endpoint({
  method: 'POST',
  path: '/api/auth/sessions/revoke-others',
  access: 'signed-in',
  input: Nothing,
  output: Nothing,
});
