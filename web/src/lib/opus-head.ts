import { ascii } from './bytes.ts';

/** The identification header (RFC 7845): version 1, one channel. */
export function opusHead(preSkip: number): Uint8Array {
  const head = new Uint8Array(19);
  const view = new DataView(head.buffer);
  head.set(ascii('OpusHead'));
  view.setUint8(8, 1);
  view.setUint8(9, 1);
  view.setUint16(10, preSkip, true);
  view.setUint32(12, 48_000, true);
  return head;
}
