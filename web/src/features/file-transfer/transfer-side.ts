import type { Fault } from './transfer-events.ts';

/** What a flow of bytes reports to the session that holds it. */
export interface FlowEvents {
  onProgress: (bytes: number) => void;
  /** Every byte is here; they are still to be checked. */
  onAllArrived: () => void;
  onCompleted: () => void;
  onFault: (fault: Fault) => void;
  onPeerFault: (fault: Fault) => void;
}

interface FlowParts extends FlowEvents {
  channel: RTCDataChannel;
  /** The other side knows our control messages. */
  hasControl: boolean;
}

/** What only one of the two roles does. */
export interface TransferSide {
  /** Lets the bytes flow over an open channel. Returns how to stop. */
  flow: (parts: FlowParts) => () => void;
  recordCancelled: () => void;
  discard: () => void;
  /** Whether a fresh page could go on with it. */
  survivesReload: () => boolean;
  /** Gives everything back, as soon as it is not needed any more. */
  end: () => Promise<void>;
}
