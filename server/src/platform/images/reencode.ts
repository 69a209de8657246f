import { open } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { sniffedBytes, sniffImageFormat, type ImageFormat } from './image-format.ts';

export interface ReencodeLimits {
  /** Over all frames of an animation together. */
  maxPixels: number;
  maxFrames: number;
}

export interface ReencodedImage {
  format: ImageFormat;
  width: number;
  height: number;
  content: Buffer;
}

/** The image itself is the reason for the rejection. */
export class BadImage extends Error {
  override name = 'BadImage';
  constructor(readonly reason: 'unsupported' | 'too-many-pixels' | 'broken') {
    super(reason);
  }
}

// Blocks the decoders of other formats (SVG, TIFF, PDF ...), whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngFile',
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadWebpFile',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Re-encodes the image in its own format: upright, in sRGB, and without anything that is not a pixel (EXIF, GPS, ICC,
 * comments, appended data). Sizes are read from the header and checked before a single pixel is decoded.
 */
export async function reencode(inputPath: string, limits: ReencodeLimits): Promise<ReencodedImage> {
  const format = sniffImageFormat(await readHead(inputPath));
  if (format === null) throw new BadImage('unsupported');

  const header = await asBroken(sharp(inputPath, { limitInputPixels: false, failOn: 'error' }).metadata());
  if (header.format !== format) throw new BadImage('broken');
  const frames = header.pages ?? 1;
  const pixels = header.width * header.height * frames;
  if (pixels > limits.maxPixels || frames > limits.maxFrames) throw new BadImage('too-many-pixels');

  const image = sharp(inputPath, { limitInputPixels: limits.maxPixels, failOn: 'error', pages: frames > 1 ? -1 : 1 });
  // An animation cannot be rotated, and no camera produces one.
  const upright = frames > 1 ? image : image.autoOrient();
  const reencoded = encode(upright, format, { ...header, pixels });
  const { data, info } = await asBroken(reencoded.toBuffer({ resolveWithObject: true }));
  return { format, width: info.width, height: info.pageHeight ?? info.height, content: data };
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function asBroken<Result>(step: Promise<Result>): Promise<Result> {
  try {
    return await step;
  } catch {
    throw new BadImage('broken');
  }
}

/** Above this many pixels the slower settings cost more seconds than the bytes they save are worth. */
const largePixels = 8_000_000;

function encode(image: Sharp, format: ImageFormat, { isPalette, pixels }: Metadata & { pixels: number }): Sharp {
  const isLarge = pixels > largePixels;
  const encoders: Record<ImageFormat, () => Sharp> = {
    jpeg: () => image.jpeg({ quality: 82 }),
    png: () =>
      isPalette && !isLarge
        ? image.png({ compressionLevel: 7, palette: true, quality: 100, dither: 0 })
        : image.png({ compressionLevel: 6 }),
    webp: () => image.webp({ quality: 82, effort: isLarge ? 1 : 4 }),
    gif: () => (isLarge ? image.gif({ reuse: false, effort: 1, dither: 0 }) : image.gif({ dither: 0 })),
  };
  return encoders[format]();
}
