const headerBytes = 27;
/** The granule position of a page on which no packet ends. */
const noGranule = 0xffff_ffff_ffff_ffffn;

interface OggPackets {
  readonly packets: readonly Uint8Array[];
  /** The highest granule position of all pages. */
  readonly lastGranule: bigint;
}

/** Parses an Ogg file (RFC 3533). Null if it is not one. */
export function readOggPackets(bytes: Uint8Array): OggPackets | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packets: Uint8Array[] = [];
  let lastGranule = 0n;
  let open: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const bodyAt = at + headerBytes + (bytes[at + headerBytes - 1] ?? 0);
    if (bodyAt > bytes.length || view.getUint32(at) !== 0x4f676753) return null;
    const granule = view.getBigUint64(at + 6, true);
    if (granule !== noGranule && granule > lastGranule) lastGranule = granule;
    let from = bodyAt;
    for (const lace of bytes.subarray(at + headerBytes, bodyAt)) {
      open.push(...bytes.subarray(from, from + lace));
      from += lace;
      if (lace === 255) continue;
      packets.push(Uint8Array.from(open));
      open = [];
    }
    if (from > bytes.length) return null;
    at = from;
  }
  return { packets, lastGranule };
}
