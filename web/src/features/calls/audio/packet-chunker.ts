import { limits } from '@chat-app/contract';

const packetMs = 20;
const packetsPerChunk = limits.audioPieceMs / packetMs;
/** The number of packets after which a fresh decoder has the same state as one that decoded the whole stream. */
const preRollPackets = 4;

interface PacketChunk {
  readonly packets: readonly Uint8Array[];
  readonly preRollCount: number;
}

/** Cuts a stream of packets into chunks. Each one starts by repeating the last packets of the previous one. */
export function createPacketChunker() {
  let preRoll: readonly Uint8Array[] = [];
  let fresh: Uint8Array[] = [];

  function flush(): PacketChunk | null {
    if (fresh.length === 0) return null;
    const packets = [...preRoll, ...fresh];
    const chunk = { packets, preRollCount: preRoll.length };
    preRoll = packets.slice(-preRollPackets);
    fresh = [];
    return chunk;
  }

  return {
    /** Returns a chunk when it is full. */
    push(packet: Uint8Array): PacketChunk | null {
      fresh.push(packet);
      return fresh.length >= packetsPerChunk ? flush() : null;
    },
    /** Returns the packets so far as a chunk. */
    flush,
    /** The next packets start a new stream. */
    reset: () => {
      preRoll = [];
      fresh = [];
    },
  };
}
