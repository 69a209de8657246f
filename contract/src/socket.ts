import type { z } from 'zod';
import { callClientEvents, type CallServerEvents } from './calls.ts';
import { chatClientEvents, type ChatServerEvents } from './chats.ts';
import type { EventRefusal } from './errors.ts';
import { transferClientEvents, type TransferServerEvents } from './file-transfer.ts';
import type { FriendshipServerEvents } from './friendships.ts';
import type { MessageServerEvents } from './messages.ts';
import { presenceClientEvents, type PresenceServerEvents } from './presence.ts';
import type { UserServerEvents } from './users.ts';

/** Everything a browser may send, with the arguments it must have; checked on arrival. */
export const clientEvents = {
  ...presenceClientEvents,
  ...chatClientEvents,
  ...transferClientEvents,
  ...callClientEvents,
};

type Listeners<Schemas extends Record<string, z.ZodTuple>> = {
  [Name in keyof Schemas]: (...args: z.infer<Schemas[Name]>) => void;
};

export type ClientToServerEvents = Listeners<typeof clientEvents>;

interface ErrorServerEvents {
  /** An event that was refused: its name, why in a sentence, and why as a code. */
  errorMessage: (event: string, message: string, refusal: EventRefusal) => void;
}

export type ServerToClientEvents = CallServerEvents &
  ChatServerEvents &
  ErrorServerEvents &
  FriendshipServerEvents &
  MessageServerEvents &
  PresenceServerEvents &
  TransferServerEvents &
  UserServerEvents;
