import type { SessionId, UserId } from '@chat-app/contract';

/** The authenticated caller of an HTTP request or a socket event. */
export interface Caller {
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly isVerified: boolean;
}

/** Returns the owner of a session token. */
export type Identify = (token: string) => Promise<Caller | null>;

/** Returns the owner of a session token, and whether the cookie's lifetime should be extended. */
export type Authenticate = (token: string) => Promise<{ caller: Caller; renewCookie: boolean } | null>;
