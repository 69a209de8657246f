import type { UserId } from '@chat-app/contract';
import type { SessionId } from './ids.ts';

/** Who is calling, as the session says; the same for HTTP and for sockets. */
export interface Caller {
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly isVerified: boolean;
}

/** Whose token this is. */
export type Identify = (token: string) => Promise<Caller | null>;

/** What a token stands for, and whether its cookie should live on from now. */
export type Authenticate = (token: string) => Promise<{ caller: Caller; renewCookie: boolean } | null>;
