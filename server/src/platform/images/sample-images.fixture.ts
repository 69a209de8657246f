import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { ImageFormat } from './image-format.ts';

/** Four coloured quarters, so that rotating or cropping is visible. */
export async function aPicture(format: ImageFormat, { width = 64, height = 48 } = {}): Promise<Buffer> {
  return quarters(width, height).toFormat(format).toBuffer();
}

export function quarters(width: number, height: number) {
  const quarter = (left: number, top: number, background: string) => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background } },
    left,
    top,
  });
  return sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    quarter(width / 2, 0, 'lime'),
    quarter(0, height / 2, 'blue'),
    quarter(width / 2, height / 2, 'white'),
  ]);
}

/** Noise that no encoder can compress, so decoding takes long. */
export function aSlowPicture(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const create = { width: 2000, height: 2000, channels: 3 as const, background: 'gray', noise };
  return sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
}

export async function anAnimation(format: 'gif' | 'webp', delaysMs: number[]): Promise<Buffer> {
  const frames = delaysMs.map((_delay, index) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: { r: 50 * index, g: 200, b: 100 } } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .toFormat(format, { delay: delaysMs, loop: 3 })
    .toBuffer();
}

/** A few kilobytes that claim to be an image of width x height, one bit per pixel. */
export function aBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A GIF of `count` frames of one pixel each. */
export function aGifOfFrames(count: number): Buffer {
  const screen = Buffer.from([...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([screen, ...Array.from({ length: count }, () => frame), Buffer.from([0x3b])]);
}
