import { z } from 'zod';
import { UserId } from './primitives.ts';

/** What a browser may send about itself. The id must be its session's own. */
export const presenceClientEvents = {
  online: z.tuple([UserId]),
};

export interface PresenceServerEvents {
  /** Those of one's friends and co-members who are online. */
  getOnlineUsers: (ids: UserId[]) => void;
}
