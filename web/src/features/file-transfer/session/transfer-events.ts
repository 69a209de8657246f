export type Role = 'sender' | 'receiver';

/** Problems with the bytes, their source or their storage. */
export const faults = ['file-changed', 'disk-full', 'storage-failed', 'wrong-size', 'wrong-hash'] as const;
export type Fault = (typeof faults)[number];

/** Why a transfer was cancelled. */
export type CancelReason =
  | { readonly by: 'us' | 'peer' | 'rejected' | 'no-answer' | 'ice-failed' | 'setup-failed' | 'lost' | Fault }
  | { readonly by: 'server'; readonly message: string };

/** `canResume`: both sides support our control messages and can resume after a lost connection. */
export type TransferState = { readonly role: Role } & (
  | { readonly phase: 'none' }
  | { readonly phase: 'pending'; readonly canResume: boolean }
  | {
      readonly phase: 'connecting';
      readonly canResume: boolean;
      /** The two sides were connected before. */
      readonly isResuming: boolean;
      /** How often the server has refused the resume request. */
      readonly refusalCount: number;
    }
  | {
      readonly phase: 'sending';
      readonly canResume: boolean;
      /** The receiver has every byte and only has to verify them. The sender can no longer affect the outcome. */
      readonly hasAll: boolean;
    }
  | {
      readonly phase: 'done';
      readonly canResume: boolean;
      /** The transfer ended while the server was unreachable and has not been reported yet. */
      readonly isUnreported: boolean;
    }
  | { readonly phase: 'cancelled'; readonly reason: CancelReason }
);

export type Phase = TransferState['phase'];

/** Events from the user, the server, the connection, the byte flow and timers. */
export type TransferEvent =
  | { readonly type: 'request' | 'accept' | 'reject' | 'cancel' }
  | { readonly type: 'offered'; readonly canResume: boolean }
  /** A later page resumes what an earlier one was receiving, or restores a complete transfer. */
  | { readonly type: 'restored'; readonly isComplete: boolean }
  | { readonly type: 'accepted'; readonly canResume: boolean }
  | { readonly type: 'rejected' | 'taken' | 'peer-cancelled' | 'peer-paused' | 'peer-resumed' }
  /** The server rejected the request, or failed to process it. */
  | { readonly type: 'server-error' | 'request-failed'; readonly message: string }
  | { readonly type: 'accept-refused' | 'resume-refused' }
  | { readonly type: 'reconnected' }
  | { readonly type: 'offer-received' }
  | { readonly type: 'channel-opened' | 'connection-lost' | 'setup-failed' }
  | { readonly type: 'fault' | 'peer-fault'; readonly fault: Fault }
  | { readonly type: 'all-arrived' }
  | { readonly type: 'completed'; readonly isOnline: boolean }
  | { readonly type: 'timed-out' | 'retry' };

/** Effects that the session carries out for the machine. */
export type Effect =
  | { readonly type: 'emit'; readonly what: 'request' | 'accept' | 'reject' | 'cancel' | 'resume' | 'done' }
  /** The sender starts a new connection; the receiver answers the received offer. */
  | { readonly type: 'connect' | 'answer' }
  /** Immediately, or after all queued data is sent. */
  | { readonly type: 'disconnect' | 'disconnect-gracefully' }
  /** Checks whether the connection is alive. */
  | { readonly type: 'probe' }
  /** Sends the reason over the channel, then cancels. */
  | { readonly type: 'send-fault'; readonly fault: Fault }
  /** Cancels after a delay, so that the peer detects the failure itself; the server cannot transmit the reason. */
  | { readonly type: 'cancel-later' }
  /** Dispatches 'timed-out', unless the phase ends first. */
  | { readonly type: 'wait'; readonly for: 'opening' | 'return' }
  /** Dispatches 'retry' after a delay. */
  | { readonly type: 'retry-later' }
  | { readonly type: 'toast'; readonly reason: CancelReason }
  /** Records the cancelled file in the sender's chat. */
  | { readonly type: 'record-cancelled' }
  /** Deletes incomplete files of the receiver. */
  | { readonly type: 'discard' }
  /** Removes the transfer from the screen. */
  | { readonly type: 'leave' };
