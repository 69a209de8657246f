import type { Fault } from './transfer-events.ts';

/** The events that a byte flow reports to its session. */
export interface FlowEvents {
  onProgress: (bytes: number) => void;
  /** Every byte has arrived, but is not verified yet. */
  onAllArrived: () => void;
  onCompleted: () => void;
  onFault: (fault: Fault) => void;
  onPeerFault: (fault: Fault) => void;
}

interface FlowOptions extends FlowEvents {
  channel: RTCDataChannel;
  /** The peer supports our control messages. */
  hasControl: boolean;
}

/** The part of a transfer that depends on the role. */
export interface TransferHandler {
  /** Transfers the bytes over an open channel. Returns the disposer. */
  flow: (options: FlowOptions) => () => void;
  recordCancelled: () => void;
  discard: () => void;
  /** Whether a later page could resume the transfer. */
  survivesReload: () => boolean;
  /** Releases all resources once they are no longer needed. */
  end: () => Promise<void>;
}
