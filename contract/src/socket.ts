import type { z } from 'zod';
import { callClientEvents, type CallServerEvents } from './calls.ts';
import { chatClientEvents, type ChatServerEvents } from './chats.ts';
import type { Ack, EventRefusal } from './errors.ts';
import { transferClientEvents, type TransferServerEvents } from './file-transfer.ts';
import type { FriendshipServerEvents } from './friendships.ts';
import type { HostServerEvents } from './announcements.ts';
import { messageClientEvents, type MessageEventAnswers, type MessageServerEvents } from './messages.ts';
import { presenceClientEvents, type PresenceServerEvents } from './presence.ts';
import type { UserServerEvents } from './users.ts';

/** Everything a browser may send, with its required arguments; validated on arrival. */
export const clientEvents = {
  ...presenceClientEvents,
  ...chatClientEvents,
  ...messageClientEvents,
  ...transferClientEvents,
  ...callClientEvents,
};

export type ClientEventName = keyof typeof clientEvents;
export type ClientEventArgs<Name extends ClientEventName> = z.infer<(typeof clientEvents)[Name]>;

/** What the acknowledgement of an event adds next to `ok: true`; nothing for most. */
export type ClientEventAnswer<Name extends ClientEventName> = Name extends keyof MessageEventAnswers
  ? MessageEventAnswers[Name]
  : object;

export type AckOf<Name extends ClientEventName> =
  | (Extract<Ack, { ok: true }> & ClientEventAnswer<Name>)
  | Extract<Ack, { ok: false }>;

/** Each event may end with an acknowledgement. Without one, a refusal is sent as `errorMessage`. */
export type ClientToServerEvents = {
  [Name in ClientEventName]: (...args: [...ClientEventArgs<Name>, acknowledge?: (answer: AckOf<Name>) => void]) => void;
};

interface ErrorServerEvents {
  /** An event without acknowledgement was refused: its name, the reason as a sentence, and the reason as a code. */
  errorMessage: (event: string, message: string, refusal: EventRefusal) => void;
}

export type ServerToClientEvents = CallServerEvents &
  ChatServerEvents &
  ErrorServerEvents &
  FriendshipServerEvents &
  HostServerEvents &
  MessageServerEvents &
  PresenceServerEvents &
  TransferServerEvents &
  UserServerEvents;
