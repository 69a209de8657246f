import { limits } from '@chat-app/contract';

const packetMs = 20;
const packetsPerPiece = limits.audioPieceMs / packetMs;
/** The number of packets after which a fresh decoder has the same state as one that decoded the whole stream. */
const preRollPackets = 4;

interface Piece {
  readonly packets: readonly Uint8Array[];
  readonly preRollCount: number;
}

/** Cuts a stream of packets into chunks. Each one starts by repeating the last packets of the previous one. */
export function createPieceCutter() {
  let preRoll: readonly Uint8Array[] = [];
  let fresh: Uint8Array[] = [];

  function cut(): Piece | null {
    if (fresh.length === 0) return null;
    const packets = [...preRoll, ...fresh];
    const piece = { packets, preRollCount: preRoll.length };
    preRoll = packets.slice(-preRollPackets);
    fresh = [];
    return piece;
  }

  return {
    /** Returns a chunk when it is full. */
    push(packet: Uint8Array): Piece | null {
      fresh.push(packet);
      return fresh.length >= packetsPerPiece ? cut() : null;
    },
    /** Returns the packets so far as a chunk. */
    cut,
    /** The next packets start a new stream. */
    reset: () => {
      preRoll = [];
      fresh = [];
    },
  };
}
