import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createImageDecoder, type ImageDecoder } from './image-decoder.ts';
import { imageFormats } from './image-format.ts';
import {
  aBomb,
  aGifOfFrames,
  anAnimation,
  aPicture,
  pngChunk,
  quarters,
  seededRandom,
} from './sample-images.fixture.ts';

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

async function colourAt(image: Buffer, left: number, top: number): Promise<string> {
  const { data } = await sharp(image)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from(data, (channel) => (channel > 127 ? '1' : '0')).join('');
}

const pixels = (image: Buffer) => sharp(image).ensureAlpha().raw().toBuffer();

const corners = async (image: Buffer, width: number, height: number) =>
  Promise.all([
    colourAt(image, 4, 4),
    colourAt(image, width - 4, 4),
    colourAt(image, 4, height - 4),
    colourAt(image, width - 4, height - 4),
  ]);
const [red, lime, blue, white] = ['100', '010', '001', '111'];

describe('images that are accepted', () => {
  test.each(imageFormats)('[IMG-1] a %s image keeps its format, its size and its appearance', async (format) => {
    const { image, output } = await reencode(await aPicture(format));
    expect(image).toEqual({ format, width: 64, height: 48, bytes: output.length });
    expect((await sharp(output).metadata()).format).toBe(format);
    expect(await corners(output, 64, 48)).toEqual([red, lime, blue, white]);
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
      const given = await quarters(64, 48)
        .toFormat(format)
        .withExif({
          IFD0: { Artist: 'An Nguyen', Make: 'Camera', ImageDescription: 'my home' },
          IFD3: {
            GPSLatitudeRef: 'N',
            GPSLatitude: '21/1 1/1 42/1',
            GPSLongitudeRef: 'E',
            GPSLongitude: '105/1 51/1 15/1',
          },
        })
        .withXmp(
          '<?xpacket begin="" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/">my home</x:xmpmeta><?xpacket end="w"?>',
        )
        .toBuffer();
      expect((await sharp(given).metadata()).exif?.includes('An Nguyen')).toBe(true);

      const { output } = await reencode(given);
      const { exif, xmp, iptc, icc, comments } = await sharp(output).metadata();
      expect({ exif, xmp, iptc, icc, comments }).toEqual({});
      for (const trace of ['An Nguyen', 'my home', 'GPS', 'Exif']) expect(output.includes(trace)).toBe(false);
    },
  );

  test('[IMG-3] a photograph taken sideways is rotated upright', async () => {
    const given = await quarters(64, 48).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { image, output } = await reencode(given);
    expect(image).toMatchObject({ width: 48, height: 64 });
    expect(await corners(output, 48, 64)).toEqual([blue, red, white, lime]);
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
    expect(await corners(output, 64, 48)).toEqual([red, lime, blue, white]);
  });

  test('[IMG-5] a CMYK image becomes one that browsers can show', async () => {
    const given = await quarters(64, 48).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(given).metadata()).space).toBe('cmyk');
    const { output } = await reencode(given);
    expect((await sharp(output).metadata()).space).toBe('srgb');
  });

  test('[IMG-6] a page or an archive hidden in an image is removed', async () => {
    const payload = '<script>alert(document.domain)</script>PK\x03\x04';
    const jpeg = await aPicture('jpeg');
    const png = await aPicture('png');
    const gif = await aPicture('gif');
    const comment = Buffer.from([0xff, 0xfe, 0, payload.length + 2, ...Buffer.from(payload, 'latin1')]);
    const polyglots = [
      Buffer.concat([jpeg, Buffer.from(payload)]),
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      Buffer.concat([png.subarray(0, 33), pngChunk('tEXt', Buffer.from(`Comment\0${payload}`)), png.subarray(33)]),
      Buffer.concat([
        gif.subarray(0, -1),
        Buffer.from([0x21, 0xfe, payload.length]),
        Buffer.from(payload),
        Buffer.from([0, 0x3b]),
      ]),
    ];
    for (const polyglot of polyglots) {
      const { output } = await reencode(polyglot);
      expect(output.includes('<script>')).toBe(false);
      expect(output.includes('PK\x03\x04')).toBe(false);
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

  test('[IMG-8] a small file that decompresses to 256 megapixels is refused by its header, at once', async () => {
    const bomb = aBomb(16_000, 16_000);
    expect(bomb.length).toBeLessThan(100_000);
    await reencode(await aPicture('png'));
    const startedAt = performance.now();
    await expect(reencode(bomb)).rejects.toMatchObject({ reason: 'too-many-pixels' });
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  test('[IMG-8] the pixels of all frames count together, and so do the frames', async () => {
    const small = createImageDecoder({ logger: pino({ level: 'silent' }), maxPixels: 40 * 30 * 3 });
    const given = join(folder, 'three-frames');
    await writeFile(given, await anAnimation('gif', [100, 100, 100]));
    expect(await small.reencode(given, join(folder, 'three-reencoded'))).toMatchObject({ width: 40, height: 30 });
    await writeFile(given, await anAnimation('gif', [100, 100, 100, 100]));
    await expect(small.reencode(given, join(folder, 'four-reencoded'))).rejects.toMatchObject({
      reason: 'too-many-pixels',
    });
    await small.close();

    await expect(reencode(aGifOfFrames(501))).rejects.toMatchObject({ reason: 'too-many-pixels' });
    await expect(reencode(aGifOfFrames(100_000))).rejects.toMatchObject({ reason: 'too-many-pixels' });
  });

  test.each(imageFormats)('[IMG-9] a truncated %s is refused and leaves no file', async (format) => {
    const whole = await aPicture(format, { width: 400, height: 300 });
    for (const length of [sniffable, Math.floor(whole.length / 2), Math.floor(whole.length * 0.9)]) {
      await expect(reencode(whole.subarray(0, length))).rejects.toMatchObject({ reason: 'broken' });
    }
    expect(await readdir(folder)).not.toContain(`${count}-reencoded`);
  });

  test.each(imageFormats)(
    '[IMG-10] damaged %s files are each re-encoded or refused, and none stops the decoder',
    async (format) => {
      const whole = await aPicture(format, { width: 96, height: 64 });
      const random = seededRandom(20_260_101);
      const reasons = new Set<string>();
      for (let round = 0; round < damagedFiles; round += 1) {
        const damaged = Buffer.from(whole);
        for (let flips = 0; flips <= random(4); flips += 1) {
          const position = random(damaged.length);
          damaged[position] = (damaged[position] ?? 0) ^ (1 << random(8));
        }
        const outcome = await reencode(damaged).then(
          () => 'reencoded',
          (error: { reason?: string }) => String(error.reason),
        );
        reasons.add(outcome);
      }
      const allowed = ['reencoded', 'broken', 'unsupported', 'too-many-pixels'];
      expect([...reasons].filter((reason) => !allowed.includes(reason))).toEqual([]);
      expect((await reencode(whole)).image).toMatchObject({ format, width: 96, height: 64 });
    },
  );
});

const sniffable = 14;
/** Per format; `npm run test:all` damages more of them. */
const damagedFiles = process.env['TESTS'] === 'all' ? 200 : 40;
