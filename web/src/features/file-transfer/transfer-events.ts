export type Role = 'sender' | 'receiver';

/** What can be wrong with the bytes themselves, or with the places they come from and go to. */
export const faults = ['file-changed', 'disk-full', 'storage-failed', 'wrong-size', 'wrong-hash'] as const;
export type Fault = (typeof faults)[number];

/** Why a transfer did not end well. */
export type CancelReason =
  | { readonly by: 'us' | 'peer' | 'rejected' | 'no-answer' | 'ice-failed' | 'setup-failed' | 'lost' | Fault }
  | { readonly by: 'server'; readonly message: string };

/** `canResume`: both sides know our control messages, so that they can go on where they stopped. */
export type TransferState = { readonly role: Role } & (
  | { readonly phase: 'none' }
  | { readonly phase: 'pending'; readonly canResume: boolean }
  | {
      readonly phase: 'connecting';
      readonly canResume: boolean;
      /** They were connected before. */
      readonly isResuming: boolean;
      /** How often the server has refused to let us take our seat again. */
      readonly refusalCount: number;
    }
  | {
      readonly phase: 'sending';
      readonly canResume: boolean;
      /** The receiver has every byte, and only has to check them: nothing that the other side does matters any more. */
      readonly hasAll: boolean;
    }
  | {
      readonly phase: 'done';
      readonly canResume: boolean;
      /** It ended while the server could not be told. */
      readonly isUntold: boolean;
    }
  | { readonly phase: 'cancelled'; readonly reason: CancelReason }
);

export type Phase = TransferState['phase'];

/** What happens to a transfer: by the person, over the server, on the connection, with the bytes, in time. */
export type TransferEvent =
  | { readonly type: 'request' | 'accept' | 'reject' | 'cancel' }
  | { readonly type: 'offered'; readonly canResume: boolean }
  /** A fresh page goes on with what an earlier one had begun to receive, or still has what arrived whole. */
  | { readonly type: 'restored'; readonly isComplete: boolean }
  | { readonly type: 'accepted'; readonly canResume: boolean }
  | { readonly type: 'rejected' | 'taken' | 'peer-cancelled' | 'peer-paused' | 'peer-resumed' }
  /** The request cannot be made, or the server failed at it. */
  | { readonly type: 'server-error' | 'request-failed'; readonly message: string }
  | { readonly type: 'accept-refused' | 'resume-refused' }
  | { readonly type: 'socket-back' }
  | { readonly type: 'offer-came' }
  | { readonly type: 'channel-opened' | 'connection-lost' | 'setup-failed' }
  | { readonly type: 'fault' | 'peer-fault'; readonly fault: Fault }
  | { readonly type: 'all-arrived' }
  | { readonly type: 'completed'; readonly isOnline: boolean }
  | { readonly type: 'time-up' | 'try-again' };

/** What is to be done about it, by whoever drives the machine. */
export type Effect =
  | { readonly type: 'say'; readonly what: 'request' | 'accept' | 'reject' | 'cancel' | 'resume' | 'done' }
  /** The sender begins a new connection; the receiver answers the offer that came. */
  | { readonly type: 'connect' | 'answer' }
  /** At once, or after everything that is queued has gone. */
  | { readonly type: 'hang-up' | 'hang-up-gently' }
  /** Finds out whether the connection is alive. */
  | { readonly type: 'probe' }
  /** Says why, and cancels once that has gone. */
  | { readonly type: 'tell-peer'; readonly fault: Fault }
  /** Cancels after a while: the other side finds out by itself what happened, and over the server nobody can tell it. */
  | { readonly type: 'cancel-later' }
  /** Ends with 'time-up', unless the phase ends first. */
  | { readonly type: 'wait'; readonly for: 'opening' | 'return' }
  /** Ends with 'try-again'. */
  | { readonly type: 'retry-later' }
  | { readonly type: 'toast'; readonly reason: CancelReason }
  /** The sender's note in the chat about what did not arrive. */
  | { readonly type: 'record-cancelled' }
  /** What the receiver has not got whole is thrown away. */
  | { readonly type: 'discard' }
  /** Nothing is left to show. */
  | { readonly type: 'leave' };
