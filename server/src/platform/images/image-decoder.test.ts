import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../../test/random.ts';
import { createImageDecoder, type ImageDecoder } from './image-decoder.ts';
import { imageFormats } from './image-format.ts';
import { aBomb, aGifOfFrames, anAnimation, aPicture, pngChunk, quarters } from './sample-images.fixture.ts';

let decoder: ImageDecoder;
let folder: string;
beforeAll(async () => {
  decoder = createImageDecoder({ logger: pino({ level: 'silent' }) });
  folder = await mkdtemp(join(tmpdir(), 'images-'));
});
afterAll(async () => {
  await decoder.close();
  await rm(folder, { recursive: true });
});

let count = 0;
async function reencode(content: Uint8Array | string) {
  count += 1;
  const [given, reencoded] = [join(folder, `${count}-given`), join(folder, `${count}-reencoded`)];
  await writeFile(given, content);
  const image = await decoder.reencode(given, reencoded);
  return { image, output: await readFile(reencoded) };
}

const pixels = (image: Buffer) => sharp(image).ensureAlpha().raw().toBuffer();

/** The colours in the middle of the four quarters, row by row. */
async function quartersOf(image: Buffer) {
  const small = sharp(image).resize(2, 2, { fit: 'fill', kernel: 'nearest' });
  const channels = await small.removeAlpha().raw().toBuffer();
  return Array.from(channels, (channel) => (channel > 127 ? '1' : '0'))
    .join('')
    .match(/.../g);
}
const [red, lime, blue, white] = ['100', '010', '001', '111'];

describe('images that are accepted', () => {
  test.each(imageFormats)('[IMG-1] a %s image keeps its format, its size and its appearance', async (format) => {
    const { image, output } = await reencode(await aPicture(format));
    expect(image).toEqual({ format, width: 64, height: 48, bytes: output.length });
    expect((await sharp(output).metadata()).format).toBe(format);
    expect(await quartersOf(output)).toEqual([red, lime, blue, white]);
  });

  test('[IMG-1] an image with a palette or with transparency stays exactly as it was', async () => {
    const withPalette = await quarters(64, 48).png({ palette: true }).toBuffer();
    const withAlpha = await quarters(64, 48).ensureAlpha(0.5).png().toBuffer();
    for (const given of [withPalette, withAlpha]) {
      const { output } = await reencode(given);
      expect((await pixels(output)).equals(await pixels(given))).toBe(true);
    }
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    '[IMG-2] location, camera and comments of a %s image are removed',
    async (format) => {
      const IFD0 = { Artist: 'An Nguyen', Make: 'Camera', ImageDescription: 'my home' };
      const IFD3 = { GPSLatitudeRef: 'N', GPSLatitude: '21/1 1/1 42/1', GPSLongitude: '105/1 51/1 15/1' };
      const xmp =
        '<?xpacket begin="" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/">my home</x:xmpmeta><?xpacket end="w"?>';
      const photograph = quarters(64, 48).toFormat(format).withExif({ IFD0, IFD3 }).withXmp(xmp);
      const given = await photograph.toBuffer();
      expect((await sharp(given).metadata()).exif?.includes('An Nguyen')).toBe(true);

      const { output } = await reencode(given);
      const metadata = await sharp(output).metadata();
      expect(['exif', 'xmp', 'iptc', 'icc', 'comments'].filter((kind) => kind in metadata)).toEqual([]);
      for (const trace of ['An Nguyen', 'my home', 'GPS', 'Exif']) expect(output.includes(trace)).toBe(false);
    },
  );

  test('[IMG-3] a photograph taken sideways is rotated upright', async () => {
    const given = await quarters(64, 48).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { image, output } = await reencode(given);
    expect(image).toMatchObject({ width: 48, height: 64 });
    expect(await quartersOf(output)).toEqual([blue, red, white, lime]);
    expect((await sharp(output).metadata()).orientation).toBeUndefined();
  });

  test.each(['gif', 'webp'] as const)(
    '[IMG-4] an animated %s keeps its frames, their times and its repeats',
    async (format) => {
      const { image, output } = await reencode(await anAnimation(format, [100, 200, 300, 100]));
      expect(image).toMatchObject({ format, width: 40, height: 30 });
      const { pages, delay, loop } = await sharp(output, { pages: -1 }).metadata();
      expect({ pages, delay, loop }).toEqual({ pages: 4, delay: [100, 200, 300, 100], loop: 3 });
    },
  );

  test('[IMG-5] colours of another colour space become the same colours in sRGB, without the profile', async () => {
    const given = await quarters(64, 48).withIccProfile('p3').jpeg().toBuffer();
    expect((await sharp(given).metadata()).icc).toBeDefined();
    const { output } = await reencode(given);
    expect((await sharp(output).metadata()).icc).toBeUndefined();
    expect(await quartersOf(output)).toEqual([red, lime, blue, white]);
  });

  test('[IMG-5] a CMYK image becomes one that browsers can show', async () => {
    const given = await quarters(64, 48).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(given).metadata()).space).toBe('cmyk');
    const { output } = await reencode(given);
    expect((await sharp(output).metadata()).space).toBe('srgb');
  });

  test('[IMG-6] a page or an archive hidden in an image is removed', async () => {
    const payload = '<script>alert(document.domain)</script>PK\x03\x04';
    const [jpeg, png, gif] = [await aPicture('jpeg'), await aPicture('png'), await aPicture('gif')];
    const hidden = Buffer.from(payload);
    const polyglots = [
      [jpeg, hidden],
      [jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, hidden.length + 2]), hidden, jpeg.subarray(2)],
      [png.subarray(0, 33), pngChunk('tEXt', Buffer.from(`Comment\0${payload}`)), png.subarray(33)],
      [gif.subarray(0, -1), Buffer.from([0x21, 0xfe, hidden.length]), hidden, Buffer.from([0, 0x3b])],
    ];
    for (const pieces of polyglots) {
      const { output } = await reencode(Buffer.concat(pieces));
      for (const trace of ['<script>', 'PK\x03\x04']) expect(output.includes(trace)).toBe(false);
    }
  });
});

describe('images that are refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  test('[IMG-7] other kinds of files are not accepted, whatever they pretend to be', async () => {
    const others = [
      svg,
      `<?xml version="1.0"?>${svg}`,
      '<!doctype html><script>alert(1)</script>',
      'just words',
      '',
      '%PDF-1.7\n',
      '8BPS\0\x01',
      '\0\0\0\x18ftypheic\0\0\0\0',
      'RIFF\x24\0\0\0WAVEfmt ',
      `GIF8${svg}`,
      await quarters(64, 48).tiff().toBuffer(),
      await quarters(64, 48).avif().toBuffer(),
    ];
    for (const content of others)
      await expect(reencode(content)).rejects.toMatchObject({ name: 'ImageRejected', reason: 'unsupported' });
  });

  test('[IMG-8] a small file that decompresses to 256 megapixels is refused by its header', async () => {
    const bomb = aBomb(16_000, 16_000);
    expect(bomb.length).toBeLessThan(100_000);
    // Its pixels are not looked at: without them it is refused for the same reason.
    for (const content of [bomb, bomb.subarray(0, 60)])
      await expect(reencode(content)).rejects.toMatchObject({ reason: 'too-many-pixels' });
  });

  test('[IMG-8] the pixels of all frames count together, and so do the frames', async () => {
    const small = createImageDecoder({ logger: pino({ level: 'silent' }), maxPixels: 40 * 30 * 3 });
    const given = join(folder, 'three-frames');
    await writeFile(given, await anAnimation('gif', [100, 100, 100]));
    expect(await small.reencode(given, join(folder, 'three-reencoded'))).toMatchObject({ width: 40, height: 30 });
    await writeFile(given, await anAnimation('gif', [100, 100, 100, 100]));
    const four = small.reencode(given, join(folder, 'four-reencoded'));
    await expect(four).rejects.toMatchObject({ reason: 'too-many-pixels' });
    await small.close();

    for (const frames of [501, 100_000])
      await expect(reencode(aGifOfFrames(frames))).rejects.toMatchObject({ reason: 'too-many-pixels' });
  });

  test.each(imageFormats)('[IMG-9] a truncated %s is refused and leaves no file', async (format) => {
    const whole = await aPicture(format, { width: 400, height: 300 });
    for (const length of [14, Math.floor(whole.length / 2), Math.floor(whole.length * 0.9)]) {
      await expect(reencode(whole.subarray(0, length))).rejects.toMatchObject({ reason: 'broken' });
    }
    expect(await readdir(folder)).not.toContain(`${count}-reencoded`);
  });

  test.each(imageFormats)(
    '[IMG-10] damaged %s files are each re-encoded or refused, and none stops the decoder',
    async (format) => {
      const whole = await aPicture(format, { width: 96, height: 64 });
      const random = createRandom(20_260_101);
      for (let round = 0; round < damagedFiles; round += 1) {
        const damaged = Buffer.from(whole);
        for (let flips = 0; flips <= random.below(4); flips += 1) {
          const position = random.below(damaged.length);
          damaged[position] = (damaged[position] ?? 0) ^ (1 << random.below(8));
        }
        const outcome = reencode(damaged).then(() => 'reencoded');
        const reason = await outcome.catch((error: { reason?: string }) => error.reason);
        expect(['reencoded', 'broken', 'unsupported', 'too-many-pixels']).toContain(reason);
      }
      expect((await reencode(whole)).image).toMatchObject({ format, width: 96, height: 64 });
    },
  );
});

/** Per format; `npm run test:all` damages more of them. */
const damagedFiles = process.env['TESTS'] === 'all' ? 200 : 40;
