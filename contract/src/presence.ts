import { z } from 'zod';
import { UserId } from './primitives.ts';

/** The presence events a browser may send. The id must be that of its session. */
export const presenceClientEvents = {
  online: z.tuple([UserId]),
};

export interface PresenceServerEvents {
  /** The caller's friends and co-members who are online. */
  getOnlineUsers: (ids: UserId[]) => void;
}
