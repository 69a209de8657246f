import { limits } from '@chat-app/contract';

const packetMs = 20;
const packetsPerPiece = limits.audioPieceMs / packetMs;
/** What a decoder needs to come to the same state as one that heard everything before. */
const preRollPackets = 4;

interface Piece {
  readonly packets: readonly Uint8Array[];
  readonly preRollCount: number;
}

/** Cuts a stream of packets into pieces, each beginning with a repetition of the end of the one before. */
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
    /** A piece, when it is full. */
    push(packet: Uint8Array): Piece | null {
      fresh.push(packet);
      return fresh.length >= packetsPerPiece ? cut() : null;
    },
    /** What there is so far. */
    cut,
    /** What comes now has nothing to do with what came before. */
    reset: () => {
      preRoll = [];
      fresh = [];
    },
  };
}
