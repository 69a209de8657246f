import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import type { ConnectionTarget } from '../src/platform/db/connection.ts';
import { imageFormats } from '../src/platform/images/image-format.ts';
import { aBomb, aGifOfFrames, anAnimation, aPicture } from '../src/platform/images/sample-images.fixture.ts';
import { probeEnvironment, readProbe } from './fuzz/probe.ts';
import { createRandom, type Random } from './random.ts';
import { useProgram } from './program.ts';
import { aDatabase, environmentOf } from './test-app.ts';
import { verifyAll } from './with-database.ts';

const { start, client } = useProgram();

/** A few in every test run; `npm run test:fuzz` sends two thousand. */
const count = Number(process.env['FUZZ_IMAGES'] ?? 100);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261);
/** With so few images, memory is not meaningful. */
const memoryGrowth = count >= 1000 ? 1.1 : Infinity;

const damages: ((image: Buffer, random: Random) => Buffer)[] = [
  (image, random) => image.subarray(0, random.below(image.length)),
  (image, random) => {
    const from = random.below(image.length);
    return Buffer.from(image).fill(0, from, Math.min(image.length, from + 1 + random.below(image.length / 4)));
  },
  (image, random) => {
    const damaged = Buffer.from(image);
    for (let flips = 0; flips <= random.below(8); flips += 1) {
      const at = random.below(damaged.length);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << random.below(8));
    }
    return damaged;
  },
  (image, random) => Buffer.concat([image.subarray(0, random.below(image.length)), image]),
];

/** Small files that decompress to something large. */
const bombs = [aBomb(16_000, 16_000), aBomb(30_000, 30_000), aBomb(2 ** 31 - 1, 1), aGifOfFrames(100_000)];

async function aVerifiedVisitor(target: ConnectionTarget) {
  const person = client();
  await person.call(contract.register, { name: 'Ann', email: 'ann@example.org', password: 'Secret1!' });
  await verifyAll(target);
  return person;
}

test(
  '[IMG-17] damaged images and bombs are re-encoded or refused, and the program is unaffected',
  { timeout: 1_800_000 },
  async () => {
    const target = await aDatabase();
    const quiet = { RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
    const program = await start({ ...environmentOf(target), ...quiet, ...probeEnvironment });
    const person = await aVerifiedVisitor(target);
    const send = async (image: Buffer) =>
      (await person.upload(contract.uploadImage, new Blob([new Uint8Array(image)]), 'picture.png')).status;
    const whole = await Promise.all(imageFormats.map((format) => aPicture(format, { width: 96, height: 64 })));
    whole.push(await anAnimation('gif', [100, 200]), await anAnimation('webp', [100, 200]));
    for (const image of whole) expect(await send(image)).toBe(201);

    const random = createRandom(seed);
    const answers = new Map<number, number>();
    const damaged = Array.from({ length: count }, () => random.pick(damages)(random.pick(whole), random));
    const sendAll = async (images: Buffer[]) => {
      for (const image of images) {
        const status = await send(image);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    };
    const warmUp = count / 5;
    await sendAll(damaged.slice(0, warmUp));
    const before = await readProbe(program);
    await sendAll(damaged.slice(warmUp));
    for (const bomb of bombs) expect([400, 413]).toContain(await send(bomb));
    expect(await send(whole[0] ?? Buffer.alloc(0))).toBe(201);
    const after = await readProbe(program);
    const counted = Array.from(answers, ([status, times]) => `${status}: ${times}`).toSorted();
    process.stdout.write(
      `images: ${count} damaged, seed ${seed}; answers ${counted.join(', ')}; ` +
        `memory ${before.rssMb} MB after 20 %, ${after.rssMb} MB at the end ` +
        `(heap ${before.heapMb} and ${after.heapMb} MB); stalls over 250 ms ${after.stalls}\n`,
    );

    // Re-encoded, broken, too large or unsupported; never an internal error, and never too busy for one at a time.
    expect([...answers.keys()].filter((status) => ![201, 400, 413, 415].includes(status))).toEqual([]);
    expect(program.child.exitCode).toBeNull();
    expect((await client().send('GET', '/readyz')).status).toBe(200);
    expect(after.rssMb).toBeLessThanOrEqual(before.rssMb * memoryGrowth);
  },
);
